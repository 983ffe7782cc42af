/**
 * The kinds of batches, by the change that they make to each item. `task-action`, `incident-retry` and `instance-retry`
 * are the product's own; the others have the names of Camunda.
 */
export const batchKinds = [
  'task-action',
  'incident-retry',
  'instance-retry',
  'instance-deletion',
  'instance-modification',
  'instance-migration',
  'instance-restart',
  'instance-update-suspension-state',
  'set-variables',
  'correlate-message',
  'set-job-retries',
  'set-external-task-retries',
  'historic-instance-deletion',
  'historic-decision-instance-deletion',
  'process-set-removal-time',
  'decision-set-removal-time',
  'batch-set-removal-time',
] as const

export type BatchKind = (typeof batchKinds)[number]
