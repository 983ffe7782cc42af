import type { Request } from '../../platform/auth/request.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { announceMenus } from './custom-view.ts'
import { findListView } from './list-view.ts'
import { noSuchView, refuseViewChange } from './policy.ts'

/**
 * Deletes a view. Users who had it as their default get the list without a view. Returns null on success, otherwise a
 * refusal.
 */
export async function removeListView({ db }: OperationContext, request: Request, id: string): Promise<Refusal | null> {
  const { workplaceId } = request
  return db.withTransaction(actorOf(request), async (tx) => {
    const view = await findListView(tx, workplaceId, id, { lock: true })
    const refusal = view === null ? noSuchView() : refuseViewChange(request.user, view)
    if (view === null || refusal !== null) return refusal
    await tx.query(kysely.deleteFrom('list_view').where('workplace_id', '=', workplaceId).where('id', '=', view.id))
    if (view.alias_name !== null) await announceMenus(tx, workplaceId)
    return null
  })
}
