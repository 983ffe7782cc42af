import type { BatchKind } from '@millrace/contract'
import type { LoggedOperation } from '../operation-log/logged-operation.ts'

type Words = readonly [operation: string, entity: string]

/**
 * The names of batch orders in Camunda's log of user operations, by kind. Kinds of the product itself are logged by
 * their items.
 */
const words: Readonly<Partial<Record<BatchKind, Words>>> = {
  'instance-deletion': ['Delete', 'ProcessInstance'],
  'instance-modification': ['ModifyProcessInstance', 'ProcessInstance'],
  'instance-migration': ['Migrate', 'ProcessInstance'],
  'instance-restart': ['RestartProcessInstance', 'ProcessInstance'],
  'instance-update-suspension-state': ['Suspend', 'ProcessInstance'],
  'set-variables': ['SetVariables', 'ProcessInstance'],
  'correlate-message': ['CorrelateMessage', 'ProcessInstance'],
  'set-job-retries': ['SetJobRetries', 'Job'],
  'set-external-task-retries': ['SetExternalTaskRetries', 'ExternalTask'],
  'historic-instance-deletion': ['DeleteHistory', 'ProcessInstance'],
  'historic-decision-instance-deletion': ['DeleteHistory', 'DecisionInstance'],
  'process-set-removal-time': ['SetRemovalTime', 'ProcessInstance'],
  'decision-set-removal-time': ['SetRemovalTime', 'DecisionInstance'],
  'batch-set-removal-time': ['SetRemovalTime', 'Batch'],
}

/** Returns the entry of a batch order in the log of user operations; null when it has none. */
export function batchOperation(
  { id, kind, action }: { readonly id: string; readonly kind: BatchKind; readonly action: unknown },
  count: number,
): LoggedOperation | null {
  const found = words[kind]
  if (found === undefined) return null
  const [operation, entity] = found
  return {
    operation:
      kind === 'instance-update-suspension-state' ? (isSuspending(action) ? operation : 'Activate') : operation,
    entity,
    category: 'Operator',
    batchId: id,
    changes: [
      { property: 'nrOfInstances', newValue: String(count) },
      { property: 'async', newValue: 'true' },
    ],
  }
}

function isSuspending(action: unknown): boolean {
  return typeof action === 'object' && action !== null && 'isSuspended' in action && action.isSuspended === true
}
