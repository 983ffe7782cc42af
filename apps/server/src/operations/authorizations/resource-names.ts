/** The names of the resources of Camunda 7, by their numbers. */
const resourceNames = [
  'Application',
  'User',
  'Group',
  'Group membership',
  'Authorization',
  'Filter',
  'ProcessDefinition',
  'Task',
  'ProcessInstance',
  'Deployment',
  'DecisionDefinition',
  'Tenant',
  'TenantMembership',
  'Batch',
  'DecisionRequirementsDefinition',
  'Report',
  'Dashboard',
  // As Camunda spells it.
  'OperationLogCatgeory',
  'Optimize',
  'HistoricTask',
  'HistoricProcessInstance',
  'System',
] as const

export type ResourceTypeName = (typeof resourceNames)[number]

/** Returns the name of a resource of Camunda 7 by its number; null when no resource has it. */
export function resourceNameOf(resourceType: number): ResourceTypeName | null {
  return resourceNames[resourceType] ?? null
}
