import type { Request } from '../../platform/auth/request.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuchMoveIn, refuseMoveIn } from './policy.ts'

/**
 * Asks a move to stop. Its job stops between two portions, so that the report has exactly what was moved. One that is
 * not in progress stays unchanged.
 *
 * @returns null on success.
 */
export async function stopMoveIn(
  { db, runtime }: OperationContext,
  request: Request,
  id: string,
): Promise<Refusal | null> {
  const refusal = refuseMoveIn(request.user)
  if (refusal !== null) return refusal
  if (!isUuid(id)) return noSuchMoveIn()
  const stopped = await db.withTransaction(actorOf(request), async (tx) => {
    const [, found] = await tx.commit([
      {
        name: 'move_in_stop',
        text: `update move_in set state = 'stopping' where workplace_id = $1 and id = $2 and state in ('checking', 'moving')`,
        values: [request.workplaceId, id],
      },
      {
        name: 'move_in_exists',
        text: 'select id from move_in where workplace_id = $1 and id = $2',
        values: [request.workplaceId, id],
      },
    ])
    return found?.[0] === undefined ? noSuchMoveIn() : null
  })
  if (stopped === null) runtime.announceJobs()
  return stopped
}
