import { setTaskRetries } from '../../external-tasks/set-task-retries.ts'
import { retryIncidents } from '../../incidents/retry-incidents.ts'
import { setJobRetries } from '../../jobs/set-job-retries.ts'
import { defineBatchKind } from '../batch-kind.ts'

export const jobRetries = defineBatchKind<{ readonly retries: number; readonly dueAt: string | null }>({
  right: 'instances.operate',
  subject: 'job',
  isOfEngine: true,
  doTo: (context, request, { id, deed }, beside) => setJobRetries(context, request, { id, ...deed }, beside),
})

export const externalTaskRetries = defineBatchKind<{ readonly retries: number }>({
  right: 'instances.operate',
  subject: 'externalTask',
  isOfEngine: true,
  doTo: (context, request, { id, deed }, beside) => setTaskRetries(context, request, { id, ...deed }, beside),
})

/** The batch kind that retries all failed steps of instances. */
export const instanceRetry = defineBatchKind<object>({
  right: 'instances.operate',
  subject: 'instance',
  isOfEngine: false,
  doTo: (context, request, { id }, beside) => retryIncidents(context, request, id, beside),
})
