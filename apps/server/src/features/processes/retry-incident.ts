import type { User } from '../../platform/auth/user.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { executeForUser } from '../../runtime/execute/execute-for-user.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { getVisibleInstance } from './get-instance.ts'
import { findIncident, hadIncident, type IncidentRow } from './incident-queries.ts'

/** Gives the job or external task behind an incident one more try. The incident is over with it; a new failure raises another. */
export async function retryIncident(
  runtime: Runtime,
  user: User,
  { id, incidentId }: { id: string; incidentId: string },
): Promise<void> {
  const incident = await runtime.db.read(user, async (tx) => {
    const { instance } = await getVisibleInstance(tx, user, id, 'retry')
    const found = isUuid(incidentId) ? await findIncident(tx, user.workplaceId, instance, incidentId) : null
    if (found !== null) return found
    if (isUuid(incidentId) && (await hadIncident(tx, user.workplaceId, instance, incidentId))) throw incidentIsOver()
    throw refuse('thing.not-found', 'Expected an incident of the instance, but there is none with this id.')
  })
  const retry = retryOf(incident)
  if (retry === null) {
    throw refuse(
      'incident.not-retryable',
      'Expected something that can be tried again, but nothing stands behind this incident. Correct what it says; it goes when the instance goes on.',
    )
  }
  await executeForUser(runtime, actorOf(user), { ...retry, place: null, gone: incidentIsOver })
  runtime.announceJobs()
}

function retryOf({
  job_id,
  external_task_id,
}: IncidentRow): Pick<Parameters<typeof executeForUser>[2], 'target' | 'command'> | null {
  if (job_id !== null)
    return {
      target: { by: 'job', id: job_id },
      command: { type: 'setJobRetries', jobId: job_id, retries: 1, dueAt: null },
    }
  if (external_task_id !== null)
    return {
      target: { by: 'externalTask', id: external_task_id },
      command: { type: 'setExternalTaskRetries', taskId: external_task_id, retries: 1 },
    }
  return null
}

function incidentIsOver(): Refusal {
  return refuse(
    'incident.over',
    'Expected an open incident, but it is gone: it was retried, or its instance went on or ended.',
  )
}
