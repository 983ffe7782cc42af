import { engineGroup, type User } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { isLastOfEngine, lastOfEngine } from '../users/accounts.ts'
import { noSuchGroup } from './groups.ts'
import { refuseGroup } from './policy.ts'

/** Deletes a group with its memberships and authorizations. Null when it is done. */
export async function deleteGroup({ db }: OperationContext, user: User, key: string): Promise<Refusal | null> {
  const refusal = refuseGroup(user, key)
  if (refusal !== null) return refusal
  const values = [user.workplaceId, key]
  return db.withTransaction(actorOf(user), async (tx) => {
    if (key === engineGroup && (await isLastOfEngine(tx, user.workplaceId, null))) return lastOfEngine()
    const [, , rows] = await tx.batch([
      {
        name: 'tenant_member_delete_group',
        text: 'delete from tenant_member where workplace_id = $1 and group_id = $2',
        values,
      },
      {
        name: 'authorization_delete_group',
        text: 'delete from user_authorization where workplace_id = $1 and group_id = $2',
        values,
      },
      {
        name: 'group_delete',
        text: 'delete from user_group where workplace_id = $1 and key = $2 returning id',
        values,
      },
    ])
    return rows?.[0] === undefined ? noSuchGroup() : null
  })
}
