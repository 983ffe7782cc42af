import type { User } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import type { NewGroup } from './create-group.ts'
import { noSuchGroup } from './groups.ts'
import { refuseGroup } from './policy.ts'

/** Changes name and type. Null when it is done. */
export async function changeGroup(
  { db, clock }: OperationContext,
  user: User,
  { key, name, type }: NewGroup,
): Promise<Refusal | null> {
  const refusal = refuseGroup(user, key)
  if (refusal !== null) return refusal
  const [rows] = await db.withTransaction(actorOf(user), (tx) =>
    tx.commit([
      {
        name: 'group_change',
        text: 'update user_group set name = $3, type = $4, updated_at = $5, updated_by = $6 where workplace_id = $1 and key = $2 returning id',
        values: [user.workplaceId, key, name, type, clock().toISOString(), user.username],
      },
    ]),
  )
  return rows?.[0] === undefined ? noSuchGroup() : null
}
