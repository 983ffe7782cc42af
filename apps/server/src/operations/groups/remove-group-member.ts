import type { Request } from '../../platform/auth/request.ts'
import { engineGroup } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { isLastOfEngine, lastOfEngine, lockAccount } from '../users/accounts.ts'
import type { Membership } from './add-group-member.ts'
import { lockGroups } from './group.ts'
import { watchAdministrators } from './keep-administrators.ts'
import { changeForMembers } from './member-rights.ts'
import { refuseGroup } from './policy.ts'

/**
 * Removes a user from a group. Returns null on success, otherwise a refusal. Refused when the account has, before or
 * after the change, a permission that the caller lacks: authorizations of the group can revoke permissions.
 */
export async function removeGroupMember(
  { db }: OperationContext,
  request: Request,
  { group, username }: Membership,
): Promise<Refusal | null> {
  const { user } = request
  const refusal = refuseGroup(user, group)
  if (refusal !== null) return refusal
  return db.withTransaction(actorOf(request), async (tx) => {
    await lockGroups(tx, user.workplaceId)
    const check = await watchAdministrators(tx, user.workplaceId)
    const account = await lockAccount(tx, user, { username })
    const isMember = group === engineGroup && (await isInGroup(tx, user.workplaceId, { group, username }))
    if (isMember && (await isLastOfEngine(tx, user.workplaceId, username))) return lastOfEngine()
    const change = () => removeMember(tx, user.workplaceId, { group, username })
    const memberIds = account === null ? [] : [account.id]
    return (await changeForMembers(tx, user, { memberIds, groupId: null, change })) ?? (await check())
  })
}

async function removeMember(tx: Tx, workplaceId: string, { group, username }: Membership): Promise<Refusal | null> {
  const [rows] = await tx.batch([
    {
      name: 'group_member_remove',
      text: `delete from group_member m using user_group g, app_user u where m.workplace_id = $1 and g.workplace_id = m.workplace_id and g.id = m.group_id and g.key = $2
        and u.workplace_id = m.workplace_id and u.id = m.user_id and u.username = $3 returning m.user_id`,
      values: [workplaceId, group, username],
    },
  ])
  return rows?.[0] === undefined
    ? refuse('thing.not-found', `Expected ${username} to be in ${group}, but there is no such member.`)
    : null
}

async function isInGroup(tx: Tx, workplaceId: string, { group, username }: Membership): Promise<boolean> {
  const [rows] = await tx.batch([
    {
      name: 'group_member_find',
      text: `select m.user_id from group_member m join user_group g on g.workplace_id = m.workplace_id and g.id = m.group_id join app_user u on u.workplace_id = m.workplace_id and u.id = m.user_id
        where m.workplace_id = $1 and g.key = $2 and u.username = $3`,
      values: [workplaceId, group, username],
    },
  ])
  return rows?.[0] !== undefined
}
