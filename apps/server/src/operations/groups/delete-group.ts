import type { Request } from '../../platform/auth/request.ts'
import { engineGroup } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { isLastOfEngine, lastOfEngine } from '../users/accounts.ts'
import { lockGroups, noSuchGroup } from './group.ts'
import { watchAdministrators } from './keep-administrators.ts'
import { changeForMembers } from './member-rights.ts'
import { refuseGroup } from './policy.ts'

/**
 * Deletes a group with its memberships and authorizations. Returns null on success, otherwise a refusal. Refused when a
 * member has, before or after the change, a permission that the caller lacks: authorizations of the group can revoke
 * permissions.
 */
export async function deleteGroup({ db }: OperationContext, request: Request, key: string): Promise<Refusal | null> {
  const { user } = request
  const refusal = refuseGroup(user, key)
  if (refusal !== null) return refusal
  const { workplaceId } = user
  return db.withTransaction(actorOf(request), async (tx) => {
    await lockGroups(tx, workplaceId)
    const check = await watchAdministrators(tx, workplaceId)
    if (key === engineGroup && (await isLastOfEngine(tx, workplaceId, null))) return lastOfEngine()
    const memberIds = await listMembers(tx, workplaceId, key)
    const change = () => deleteWhole(tx, workplaceId, key)
    return (await changeForMembers(tx, user, { memberIds, groupId: null, change })) ?? (await check())
  })
}

/** Lists the ids of users in the group or in a group below it. */
async function listMembers(tx: Tx, workplaceId: string, key: string): Promise<string[]> {
  const [rows = []] = await tx.batch([
    {
      name: 'group_members',
      text: `with recursive below (id) as (
          select g.id from user_group g where g.workplace_id = $1 and g.key = $2
          union select g.id from below b join user_group g on g.workplace_id = $1 and g.parent_id = b.id)
        select distinct m.user_id from below b join group_member m on m.workplace_id = $1 and m.group_id = b.id`,
      values: [workplaceId, key],
    },
  ])
  return rows.map(([id]) => id ?? '')
}

async function deleteWhole(tx: Tx, workplaceId: string, key: string): Promise<Refusal | null> {
  const values = [workplaceId, key]
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
}
