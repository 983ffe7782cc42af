import type { Request } from '../../platform/auth/request.ts'
import { engineGroup } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseDisabled } from '../records/load-record.ts'
import { lockAccount, noSuchUser } from '../users/accounts.ts'
import { groupRecord, lockGroups, noSuchGroup } from './group.ts'
import { changeForMembers } from './member-rights.ts'
import { refuseGroup } from './policy.ts'

export interface Membership {
  /** Key of the group. */
  readonly group: string
  readonly username: string
}

/**
 * Adds a user to a group. Returns null on success, otherwise a refusal. The administrators' group of Camunda is created
 * with its first member. Refused when the account has, before or after the change, a permission that the caller lacks.
 */
export async function addGroupMember(
  { db, runtime }: OperationContext,
  request: Request,
  { group, username }: Membership,
): Promise<Refusal | null> {
  const { user } = request
  const refusal = refuseGroup(user, group)
  if (refusal !== null) return refusal
  const { workplaceId } = user
  return db.withTransaction(actorOf(request), async (tx) => {
    await lockGroups(tx, workplaceId)
    if (group === engineGroup) await ensureEngineGroup(tx, workplaceId, runtime.newId())
    const account = await lockAccount(tx, user, { username })
    if (account === null) return naming('user', noSuchUser())
    const found = await groupRecord.find(tx, workplaceId, { key: group })
    if (found === null) return naming('group', noSuchGroup())
    const disabled = refuseDisabled(groupRecord, found)
    if (disabled !== null) return disabled
    return changeForMembers(tx, user, {
      memberIds: [account.id],
      groupId: found.id,
      change: () => addMember(tx, workplaceId, { group, username, groupId: found.id, userId: account.id }),
    })
  })
}

async function addMember(
  tx: Tx,
  workplaceId: string,
  { group, username, groupId, userId }: Membership & { readonly groupId: string; readonly userId: string },
): Promise<Refusal | null> {
  const [added] = await tx.batch([
    {
      name: 'group_member_add',
      text: 'insert into group_member (workplace_id, group_id, user_id) values ($1, $2, $3) on conflict do nothing returning user_id',
      values: [workplaceId, groupId, userId],
    },
  ])
  return added?.[0] === undefined
    ? refuse('thing.exists', `Expected ${username} not to be in ${group} yet, but the user is.`)
    : null
}

/** Which of the two does not exist. */
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
