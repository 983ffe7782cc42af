// Words among which a property chooses, where readers tell them apart.

export const dialectNames = ['camunda', 'operaton', 'flowable', 'activiti', 'millrace', 'bpmn'] as const
export const executionEvents = ['start', 'end', 'take'] as const
export const taskEvents = ['create', 'assignment', 'complete', 'delete', 'update', 'timeout', 'all'] as const
export const formBindings = ['latest', 'deployment', 'version'] as const
export const bindings = ['latest', 'deployment', 'version', 'versionTag'] as const
export const resultMappers = ['singleEntry', 'singleResult', 'collectEntries', 'resultList'] as const
export const variableChanges = ['create', 'update', 'delete'] as const
export const variableChangeTypes = ['all', 'create', 'update', 'update-create', 'delete'] as const

/** The rules by which the assignee of a user task is found; see `AssignmentRule`. */
export const assignmentRules = ['manager', 'leastLoaded', 'position', 'property'] as const

/** The types to which a value of a response can be converted. */
export const answerTypes = ['text', 'integer', 'number', 'boolean', 'date', 'list', 'object', 'file'] as const
