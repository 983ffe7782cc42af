import type { User } from '../../platform/auth/user.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { findDataList, noSuchDataList } from './data-list.ts'
import { refuseListKeeper } from './policy.ts'

/** Takes back that a data list was disabled. Null when it is done. */
export async function restoreDataList({ db }: OperationContext, user: User, id: string): Promise<Refusal | null> {
  const refusal = refuseListKeeper(user)
  if (refusal !== null) return refusal
  const { workplaceId } = user
  return db.withTransaction(actorOf(user), async (tx) => {
    const list = await findDataList(tx, workplaceId, id, { lock: true })
    if (list === null) return noSuchDataList()
    if (list.disabled_at === null)
      return refuse('thing.exists', `Expected a data list that is disabled, but “${list.name}” is in use already.`)
    await tx.query(
      kysely
        .updateTable('data_list')
        .set({ disabled_at: null, disabled_by: null, disabled_reason: null, revision: list.revision + 1 })
        .where('workplace_id', '=', workplaceId)
        .where('id', '=', list.id),
    )
    return null
  })
}
