import type { User } from '../../platform/auth/user.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { closeIncidentStatement } from '../../runtime/start/start-timers.ts'
import { carryOut } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuchJob } from './jobs.ts'
import { refuseJob } from './policy.ts'

export interface JobRetries {
  readonly id: string
  readonly retries: number
  /** When it is tried; null: as soon as somebody has time. */
  readonly dueAt: string | null
}

/** Gives a job new retries. What failed before is over with them. Null when it is done. */
export async function setJobRetries(
  context: OperationContext,
  user: User,
  { id, retries, dueAt }: JobRetries,
): Promise<Refusal | null> {
  const refusal = refuseJob(user)
  if (refusal !== null) return refusal
  if (await setStartTimerRetries(context, user, { id, retries })) return null
  const done = await carryOut(context, user, {
    target: { by: 'job', id },
    command: { type: 'setJobRetries', jobId: id, retries, dueAt },
    gone: noSuchJob,
  })
  if (done instanceof Refusal) return done
  context.runtime.announceJobs()
  return null
}

/** The timer of a start event belongs to no instance. @returns false when the job is none. */
async function setStartTimerRetries(
  { db }: OperationContext,
  user: User,
  { id, retries }: { id: string; retries: number },
): Promise<boolean> {
  const { workplaceId } = user
  return db.withTransaction(actorOf(user), async (tx) => {
    const [rows] = await tx.batch([
      {
        name: 'start_timer_retries',
        text: 'update job set retries = $3 where workplace_id = $1 and id = $2 and root_id is null returning id',
        values: [workplaceId, id, retries],
      },
    ])
    if (rows?.[0] === undefined) return false
    if (retries > 0) await tx.batch([closeIncidentStatement(workplaceId, id)])
    return true
  })
}
