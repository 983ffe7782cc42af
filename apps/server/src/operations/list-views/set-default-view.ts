import type { Request } from '../../platform/auth/request.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { findListView, refuseUnknownList } from './list-view.ts'
import { findsView, noSuchView } from './policy.ts'

/**
 * Sets the view with which a list opens for the user, or removes the default with null. Returns null on success,
 * otherwise a refusal.
 */
export async function setDefaultView(
  { db }: OperationContext,
  request: Request,
  { list, viewId }: { readonly list: string; readonly viewId: string | null },
): Promise<Refusal | null> {
  const refusal = refuseUnknownList(list)
  if (refusal !== null) return refusal
  const { workplaceId, id: userId } = request.user
  return db.withTransaction(actorOf(request), async (tx) => {
    if (viewId === null) {
      await tx.query(
        kysely
          .deleteFrom('preferred_view')
          .where('workplace_id', '=', workplaceId)
          .where('user_id', '=', userId)
          .where('list', '=', list),
      )
      return null
    }
    const view = await findListView(tx, workplaceId, viewId, { lock: true })
    if (view === null || view.list !== list || !findsView(request.user, view)) return noSuchView()
    await tx.query(
      kysely
        .insertInto('preferred_view')
        .values({ workplace_id: workplaceId, user_id: userId, list, view_id: view.id })
        .onConflict((conflict) =>
          conflict.columns(['workplace_id', 'user_id', 'list']).doUpdateSet({ view_id: view.id }),
        ),
    )
    return null
  })
}
