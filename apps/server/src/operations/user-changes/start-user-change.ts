import type { Request } from '../../platform/auth/request.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuchChange, refuseUserChange } from './policy.ts'
import { findChange, orderChangeJob } from './user-change.ts'

/**
 * Orders a job that applies a checked change, on behalf of the user and with their permissions at that time. Only users
 * whom the check would change are processed, and each is decided again. Refuses with `user-change.invalid`.
 *
 * @returns null when it is ordered.
 */
export async function startUserChange(
  { db, clock, runtime }: OperationContext,
  request: Request,
  id: string,
): Promise<Refusal | null> {
  const early = refuseUserChange(request.user)
  if (early !== null) return early
  const { workplaceId } = request.user
  const ordered = await db.withTransaction(actorOf(request), async (tx) => {
    const found = await findChange(tx, request.user, id, { lock: true })
    if (found === null) return noSuchChange()
    if (found.state !== 'checked')
      return refuse(
        'user-change.invalid',
        'Expected a checked change that has not started yet. Select the users again.',
      )
    if (found.changed_count === 0)
      return refuse('user-change.invalid', 'Expected users who change, but there are none. There is nothing to apply.')
    await tx.batch([
      {
        name: 'user_change_start',
        text: `update user_change set state = 'changing', position = 0, total_count = changed_count, done_count = 0, changed_count = 0 where workplace_id = $1 and id = $2`,
        values: [workplaceId, id],
      },
      orderChangeJob(request.user, id, clock()),
    ])
    return null
  })
  if (ordered === null) runtime.announceJobs()
  return ordered
}
