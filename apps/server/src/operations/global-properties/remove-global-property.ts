import type { User } from '../../platform/auth/user.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { findProperty, noSuchProperty } from './global-property.ts'
import { refusePropertyKeeper } from './policy.ts'

/** Deletes a global property. Null when it is done. */
export async function removeGlobalProperty({ db }: OperationContext, user: User, id: string): Promise<Refusal | null> {
  const refusal = refusePropertyKeeper(user)
  if (refusal !== null) return refusal
  const { workplaceId } = user
  return db.withTransaction(actorOf(user), async (tx) => {
    const property = await findProperty(tx, workplaceId, id, { lock: true })
    if (property === null) return noSuchProperty()
    await tx.query(
      kysely.deleteFrom('global_property').where('workplace_id', '=', workplaceId).where('id', '=', property.id),
    )
    return null
  })
}
