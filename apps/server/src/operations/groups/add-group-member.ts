import { engineGroup, type User } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { lockAccount, noSuchUser } from '../users/accounts.ts'
import { noSuchGroup } from './groups.ts'
import { changeForMembers } from './member-rights.ts'
import { refuseGroup } from './policy.ts'

export interface Membership {
  /** Key of the group. */
  readonly group: string
  readonly username: string
}

/**
 * Adds a user to a group. Null when it is done. The administrators' group of Camunda is created with its first member.
 * Refused when the user's account has rights that the caller does not have, or gets some by the group.
 */
export async function addGroupMember(
  { db, runtime }: OperationContext,
  user: User,
  { group, username }: Membership,
): Promise<Refusal | null> {
  const refusal = refuseGroup(user, group)
  if (refusal !== null) return refusal
  const { workplaceId } = user
  return db.withTransaction(actorOf(user), async (tx) => {
    if (group === engineGroup) await ensureEngineGroup(tx, workplaceId, runtime.newId())
    const account = await lockAccount(tx, user, { username })
    if (account === null) return naming('user', noSuchUser())
    return changeForMembers(tx, user, {
      memberIds: [account.id],
      change: () => addMember(tx, workplaceId, { group, username, userId: account.id }),
    })
  })
}

async function addMember(
  tx: Tx,
  workplaceId: string,
  { group, username, userId }: Membership & { readonly userId: string },
): Promise<Refusal | null> {
  const [groups, added] = await tx.batch([
    {
      name: 'group_find',
      text: 'select id from user_group where workplace_id = $1 and key = $2',
      values: [workplaceId, group],
    },
    {
      name: 'group_member_add',
      text: `insert into group_member (workplace_id, group_id, user_id) select workplace_id, id, $3 from user_group where workplace_id = $1 and key = $2
        on conflict do nothing returning user_id`,
      values: [workplaceId, group, userId],
    },
  ])
  if (groups?.[0] === undefined) return naming('group', noSuchGroup())
  return added?.[0] === undefined
    ? refuse('thing.exists', `Expected ${username} not to be in ${group} yet, but the user is.`)
    : null
}

/** Which of the two is not there. */
function naming(where: 'user' | 'group', { code, message }: Refusal): Refusal {
  return refuse(code, message, [{ where, message }])
}

async function ensureEngineGroup(tx: Tx, workplaceId: string, id: string): Promise<void> {
  await tx.batch([
    {
      name: 'group_ensure',
      text: `insert into user_group (workplace_id, id, key, name, type) values ($1, $2, $3, 'Full API', 'SYSTEM') on conflict do nothing`,
      values: [workplaceId, id, engineGroup],
    },
  ])
}
