import type { User } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import type { Membership } from './add-group-member.ts'
import { refuseGroup } from './policy.ts'

/** Takes a user out of a group. Null when it is done. */
export async function removeGroupMember(
  { db }: OperationContext,
  user: User,
  { group, username }: Membership,
): Promise<Refusal | null> {
  const refusal = refuseGroup(user, group)
  if (refusal !== null) return refusal
  const [rows] = await db.withTransaction(actorOf(user), (tx) =>
    tx.commit([
      {
        name: 'group_member_remove',
        text: `delete from group_member m using user_group g, app_user u where m.workplace_id = $1 and g.workplace_id = m.workplace_id and g.id = m.group_id and g.key = $2
          and u.workplace_id = m.workplace_id and u.id = m.user_id and u.username = $3 returning m.user_id`,
        values: [user.workplaceId, group, username],
      },
    ]),
  )
  return rows?.[0] === undefined
    ? refuse('thing.not-found', `Expected ${username} to be in ${group}, but there is no such member.`)
    : null
}
