import { engineGroup, type User } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuchUser } from '../users/accounts.ts'
import { noSuchGroup } from './groups.ts'
import { refuseGroup } from './policy.ts'

export interface Membership {
  /** Key of the group. */
  readonly group: string
  readonly username: string
}

/**
 * Puts a user into a group. The administrators' group of Camunda comes to be with its first member. Null when it is
 * done.
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
    const [ids] = await tx.batch([
      {
        name: 'group_and_user',
        text: `select (select id from user_group where workplace_id = $1 and key = $2), (select id from app_user where workplace_id = $1 and username = $3)`,
        values: [workplaceId, group, username],
      },
    ])
    const [groupId, userId] = ids?.[0] ?? []
    if (userId == null) return naming('user', noSuchUser())
    if (groupId == null) return naming('group', noSuchGroup())
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
  })
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
