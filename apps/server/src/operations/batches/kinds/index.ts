import type { BatchKind } from '@millrace/contract'
import type { defineBatchKind } from '../batch-kind.ts'
import { incidentRetry, taskAction } from './actions.ts'
import { correlation } from './correlation.ts'
import { decisionDeletion, historyDeletion } from './history-deletion.ts'
import { instanceDeletion } from './instance-deletion.ts'
import { migration, modification, restart } from './moved-instances.ts'
import { batchRemovalTime, decisionRemovalTime, instanceRemovalTime } from './removal-time.ts'
import { externalTaskRetries, instanceRetry, jobRetries } from './retries.ts'
import { suspension } from './suspension.ts'
import { variables } from './variables.ts'

/** All batch kinds, by name. */
export const kinds = {
  'task-action': taskAction,
  'incident-retry': incidentRetry,
  'instance-retry': instanceRetry,
  'instance-deletion': instanceDeletion,
  'instance-modification': modification,
  'instance-migration': migration,
  'instance-restart': restart,
  'instance-update-suspension-state': suspension,
  'set-variables': variables,
  'correlate-message': correlation,
  'set-job-retries': jobRetries,
  'set-external-task-retries': externalTaskRetries,
  'historic-instance-deletion': historyDeletion,
  'historic-decision-instance-deletion': decisionDeletion,
  'process-set-removal-time': instanceRemovalTime,
  'decision-set-removal-time': decisionRemovalTime,
  'batch-set-removal-time': batchRemovalTime,
} satisfies Record<BatchKind, ReturnType<typeof defineBatchKind<never>>>

/** The options of a batch of that kind, in addition to its items. */
export type ActionOf<K extends BatchKind> = Parameters<(typeof kinds)[K]['doTo']>[2]['action']

/** The kinds of batches that clients of the engine's REST API see. */
export const engineKinds = (Object.keys(kinds) as BatchKind[]).filter((kind) => kinds[kind].isOfEngine)
