import type { User } from '../../platform/auth/user.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { lockDataList } from './data-list.ts'
import { refuseListKeeper } from './policy.ts'

/**
 * Disables a data list: nobody changes it, and no new form is offered it. Forms that choose from it go on doing so,
 * because instances wait at them. Null when it is done.
 */
export async function disableDataList(
  { db, clock }: OperationContext,
  user: User,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<Refusal | null> {
  const refusal = refuseListKeeper(user)
  if (refusal !== null) return refusal
  const { workplaceId, username } = user
  return db.withTransaction(actorOf(user), async (tx) => {
    const list = await lockDataList(tx, user, id)
    if (list instanceof Refusal) return list
    await tx.query(
      kysely
        .updateTable('data_list')
        .set({ disabled_at: clock(), disabled_by: username, disabled_reason: reason, revision: list.revision + 1 })
        .where('workplace_id', '=', workplaceId)
        .where('id', '=', list.id),
    )
    return null
  })
}
