import type { TaskAction } from '@millrace/contract'
import { retryIncident } from '../../incidents/retry-incident.ts'
import { doToTask } from '../../tasks/do-to-task.ts'
import { defineBatchKind } from '../batch-kind.ts'

/** The batch kind for actions of users on several tasks. */
export const taskAction = defineBatchKind<TaskAction>({
  right: null,
  subject: 'task',
  isOfEngine: false,
  doTo: doToTask,
})

/** The kind of batch that retries incidents. */
export const incidentRetry = defineBatchKind<object>({
  right: 'instances.operate',
  subject: 'incident',
  isOfEngine: false,
  doTo: (context, request, { id }, extras) => retryIncident(context, request, { id: null, incidentId: id }, extras),
})
