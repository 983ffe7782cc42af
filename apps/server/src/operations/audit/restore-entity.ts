import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { lendTransaction } from '../packages/lend-transaction.ts'
import { refuseRestores } from './policy.ts'
import { findNewest, planRestore, type RestoreOrder, refuseNewer } from './restores/plan-restore.ts'
import type { RestoreParts } from './restores/restorable-kind.ts'
import { restoreCause } from './restores/restore-cause.ts'

export interface EntityRestoring extends RestoreOrder {
  /** The newest revision of the entity that the user knows. */
  readonly seen: number
}

/**
 * Restores an entity to its values at a revision, in one transaction and as a new revision. Secrets and references to
 * deleted objects stay as they are. Refuses as `planRestore` does, with `thing.changed` when the entity has a newer
 * revision than the user knows, and as the operations that change the entity.
 *
 * @returns the number of the new revision.
 */
export async function restoreEntity(
  context: OperationContext & RestoreParts,
  request: Request,
  { seen, ...order }: EntityRestoring,
): Promise<number | Refusal> {
  const refusal = refuseRestores(request.user)
  if (refusal !== null) return refusal
  const { db } = context
  const later: (() => Promise<void> | void)[] = []
  const actor = { ...actorOf(request), cause: restoreCause(request.cause, order.number) }
  const refused = await db.withTransaction(actor, async (tx) => {
    const borrowed = lendTransaction(context, tx, '')
    // Jobs are announced when others can see them.
    const announceJobs = () => void later.push(context.runtime.announceJobs)
    const lent = { ...borrowed, runtime: { ...borrowed.runtime, announceJobs } }
    const plan = await planRestore(lent.tx, request, order, { known: seen })
    if (plan instanceof Refusal) return plan
    const unwritten = await plan.kind.write(
      { ...context, ...lent, afterCommit: (work) => later.push(work) },
      request,
      plan,
    )
    if (unwritten !== null) return unwritten
    // Under the locks of the operation: somebody may have committed while it waited for them. The entries of this
    // transaction are written at its end.
    const newest = (await findNewest(lent.tx, request.workplaceId, order)) ?? 0
    return newest === seen ? null : refuseNewer(seen, newest)
  })
  if (refused !== null) return refused
  for (const work of later) await work()
  return db.read(request, async (tx) => {
    const [made] = await runSql<{ revision: string }>(
      tx,
      sql`select revision from audit_entry where workplace_id = ${request.workplaceId} and entity = ${order.entity}
        and key = ${order.key} and revision > ${seen} order by revision limit 1`,
    )
    if (made === undefined)
      return refuse('audit.same', `Expected other values than at revision ${order.number}, but nothing has changed.`)
    return Number(made.revision)
  })
}
