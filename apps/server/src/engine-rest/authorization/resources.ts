/** Permissions by name, in Camunda's order. `NONE` and `ALL` are permissions of every resource. */
const permissionsOfResources = {
  APPLICATION: ['ACCESS'],
  USER: ['READ', 'UPDATE', 'CREATE', 'DELETE'],
  GROUP: ['READ', 'UPDATE', 'CREATE', 'DELETE'],
  GROUP_MEMBERSHIP: ['CREATE', 'DELETE'],
  AUTHORIZATION: ['READ', 'UPDATE', 'CREATE', 'DELETE'],
  FILTER: ['READ', 'UPDATE', 'CREATE', 'DELETE'],
  PROCESS_DEFINITION: [
    'READ',
    'UPDATE',
    'DELETE',
    'READ_TASK',
    'UPDATE_TASK',
    'CREATE_INSTANCE',
    'READ_INSTANCE',
    'UPDATE_INSTANCE',
    'DELETE_INSTANCE',
    'READ_HISTORY',
    'DELETE_HISTORY',
    'TASK_WORK',
    'TASK_ASSIGN',
    'MIGRATE_INSTANCE',
    'RETRY_JOB',
    'SUSPEND',
    'SUSPEND_INSTANCE',
    'UPDATE_INSTANCE_VARIABLE',
    'UPDATE_TASK_VARIABLE',
    'READ_INSTANCE_VARIABLE',
    'READ_HISTORY_VARIABLE',
    'READ_TASK_VARIABLE',
    'UPDATE_HISTORY',
  ],
  TASK: [
    'READ',
    'UPDATE',
    'CREATE',
    'DELETE',
    'READ_HISTORY',
    'TASK_WORK',
    'TASK_ASSIGN',
    'UPDATE_VARIABLE',
    'READ_VARIABLE',
  ],
  PROCESS_INSTANCE: ['READ', 'UPDATE', 'CREATE', 'DELETE', 'RETRY_JOB', 'SUSPEND', 'UPDATE_VARIABLE'],
  DEPLOYMENT: ['READ', 'CREATE', 'DELETE'],
  DECISION_DEFINITION: ['READ', 'UPDATE', 'CREATE_INSTANCE', 'READ_HISTORY', 'DELETE_HISTORY'],
  TENANT: ['READ', 'UPDATE', 'CREATE', 'DELETE'],
  TENANT_MEMBERSHIP: ['CREATE', 'DELETE'],
  BATCH: [
    'READ',
    'UPDATE',
    'CREATE',
    'DELETE',
    'READ_HISTORY',
    'DELETE_HISTORY',
    'CREATE_BATCH_MIGRATE_PROCESS_INSTANCES',
    'CREATE_BATCH_MODIFY_PROCESS_INSTANCES',
    'CREATE_BATCH_RESTART_PROCESS_INSTANCES',
    'CREATE_BATCH_DELETE_RUNNING_PROCESS_INSTANCES',
    'CREATE_BATCH_DELETE_FINISHED_PROCESS_INSTANCES',
    'CREATE_BATCH_DELETE_DECISION_INSTANCES',
    'CREATE_BATCH_SET_JOB_RETRIES',
    'CREATE_BATCH_SET_EXTERNAL_TASK_RETRIES',
    'CREATE_BATCH_UPDATE_PROCESS_INSTANCES_SUSPEND',
    'CREATE_BATCH_SET_REMOVAL_TIME',
    'CREATE_BATCH_SET_VARIABLES',
    'CREATE_BATCH_CORRELATE_MESSAGE',
  ],
  DECISION_REQUIREMENTS_DEFINITION: ['READ'],
  REPORT: ['READ', 'UPDATE', 'CREATE', 'DELETE'],
  DASHBOARD: ['READ', 'UPDATE', 'CREATE', 'DELETE'],
  OPERATION_LOG_CATEGORY: ['READ', 'UPDATE', 'DELETE'],
  OPTIMIZE: ['EDIT', 'SHARE'],
  HISTORIC_TASK: ['READ', 'READ_VARIABLE'],
  HISTORIC_PROCESS_INSTANCE: ['READ'],
  SYSTEM: ['READ', 'SET', 'DELETE'],
} as const satisfies Record<string, readonly string[]>

export type ResourceName = keyof typeof permissionsOfResources

/** The resources of Camunda 7; the number of each is its position in this list. */
export const resourceNames = Object.keys(permissionsOfResources) as ResourceName[]

export function permissionsOf(resource: ResourceName): readonly string[] {
  return permissionsOfResources[resource]
}

/**
 * Returns permissions in Camunda's format: `ALL` alone if it is included, never `NONE`, without duplicates, in
 * Camunda's order.
 */
export function normalizePermissions(resource: ResourceName, given: readonly string[]): string[] {
  return given.includes('ALL') ? ['ALL'] : permissionsOf(resource).filter((name) => given.includes(name))
}
