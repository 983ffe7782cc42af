import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { need } from '../rights.ts'
import { beginStatement } from './clean-up/clean-up-run.ts'

/** The id of the job of the clean-up, which is its own root. */
export const cleanUpJobId = '00000000-0000-7000-8000-000000000013'

/**
 * Starts the clean-up of the workplace now, outside its window too. A run in progress continues. Returns null on
 * success, otherwise a refusal.
 */
export async function runCleanUp({ db, clock, runtime }: OperationContext, request: Request): Promise<Refusal | null> {
  const refusal = need(request.user, 'history.delete')
  if (refusal !== null) return refusal
  const { workplaceId, user } = request
  const at = clock().toISOString()
  const begin = beginStatement(workplaceId, {
    id: runtime.newId(),
    at,
    kind: 'asked',
    askedBy: user.username,
    since: null,
  })
  // A run of a window that is under way goes on beyond it.
  const goesOn = {
    name: 'history_cleanup_go_on',
    text: `update history_cleanup set kind = 'asked', asked_by = $2 where workplace_id = $1 and ended_at is null and kind = 'window'`,
    values: [workplaceId, user.username],
  }
  await db.withTransaction(actorOf(request), (tx) => tx.commit([goesOn, begin]))
  const now = {
    name: 'job_clean_up_now',
    text: `update job set due_at = least(due_at, $2::timestamptz) where id = $1 and kind = 'maintenance'`,
    values: [cleanUpJobId, at],
  }
  await db.withPlatformTransaction('clean-up', (tx) => tx.commit([now]), workplaceId)
  runtime.announceJobs()
  return null
}
