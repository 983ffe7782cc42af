import { setTaskRetries } from '../../external-tasks/set-task-retries.ts'
import { retryIncidents } from '../../incidents/retry-incidents.ts'
import { setJobRetries } from '../../jobs/set-job-retries.ts'
import { defineBatchKind } from '../batch-kind.ts'

export const jobRetries = defineBatchKind<{ readonly retries: number; readonly dueAt: string | null }>({
  right: 'instances.operate',
  subject: 'job',
  isOfEngine: true,
  doTo: (context, request, { id, action }, extras) => setJobRetries(context, request, { id, ...action }, extras),
})

export const externalTaskRetries = defineBatchKind<{ readonly retries: number }>({
  right: 'instances.operate',
  subject: 'externalTask',
  isOfEngine: true,
  doTo: (context, request, { id, action }, extras) => setTaskRetries(context, request, { id, ...action }, extras),
})

/** The batch kind that retries all failed steps of instances. */
export const instanceRetry = defineBatchKind<object>({
  right: 'instances.operate',
  subject: 'instance',
  isOfEngine: false,
  doTo: (context, request, { id }, extras) => retryIncidents(context, request, id, extras),
})
