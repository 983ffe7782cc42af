import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { isUnderWay } from './order-move-in.ts'
import { invalidMoveIn, noSuchMoveIn, refuseMoveIn } from './policy.ts'
import { findMoveIn } from './stored-move-in.ts'

/**
 * Deletes the address and password of a source with the report. What was moved stays, and another move of the source
 * still skips it. Refuses with `move-in.invalid` while a move is in progress.
 *
 * @returns null when it is deleted.
 */
export async function forgetMoveIn({ db }: OperationContext, request: Request, id: string): Promise<Refusal | null> {
  const early = refuseMoveIn(request.user)
  if (early !== null) return early
  return db.withTransaction(actorOf(request), async (tx) => {
    const found = await findMoveIn(tx, request.workplaceId, id, { lock: true })
    if (found === null) return noSuchMoveIn()
    if (isUnderWay(found.state)) return invalidMoveIn('Expected a move that has ended. Stop it first.')
    await runSql(tx, sql`delete from move_in where workplace_id = ${request.workplaceId} and id = ${id}`)
    return null
  })
}
