import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { isUnderWay, orderMoveIn } from './order-move-in.ts'
import { invalidMoveIn, noSuchMoveIn, refuseMoveIn } from './policy.ts'
import { findMoveIn } from './stored-move-in.ts'

/**
 * Orders a dry run, or a move. A move that was stopped or failed continues where it was; every other one starts again,
 * and moves what is new. Refuses with `move-in.invalid` while one is in progress.
 *
 * @returns null when it is ordered.
 */
export async function startMoveIn(
  { db, clock, runtime }: OperationContext,
  request: Request,
  { id, isDryRun }: { readonly id: string; readonly isDryRun: boolean },
): Promise<Refusal | null> {
  const early = refuseMoveIn(request.user)
  if (early !== null) return early
  const { workplaceId } = request
  const now = clock()
  const ordered = await db.withTransaction(actorOf(request), async (tx) => {
    const found = await findMoveIn(tx, workplaceId, id, { lock: true })
    if (found === null) return noSuchMoveIn()
    if (isUnderWay(found.state)) return invalidMoveIn('Expected a move that has ended, but it is in progress.')
    const continues = !isDryRun && !found.is_dry_run && (found.state === 'stopped' || found.state === 'failed')
    await runSql(
      tx,
      continues
        ? sql`update move_in set state = 'moving', message = '', ended_at = null where workplace_id = ${workplaceId} and id = ${id}`
        : sql`update move_in set state = ${isDryRun ? 'checking' : 'moving'}, is_dry_run = ${isDryRun}, started_at = null, product = null, position = null,
            report = null, message = '', ended_at = null where workplace_id = ${workplaceId} and id = ${id}`,
    )
    await tx.batch([orderMoveIn(workplaceId, id, now)])
    return null
  })
  if (ordered === null) runtime.announceJobs()
  return ordered
}
