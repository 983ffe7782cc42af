import { listNamesOf } from '@millrace/contract'
import { engineGroup, type Person, readUser, userAsJson } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'

/** An account by its id, or by the name that its user signs in with. */
export type AccountRef = { readonly id: string } | { readonly username: string }

/** An account with everything that gives it permissions: roles, groups and authorizations. */
export type Account = Person

/**
 * Locks an account until the transaction ends, and returns it with its permissions after the wait. Null when it does
 * not exist. Rows that reference the account, such as notifications, do not wait for this lock, which could otherwise
 * deadlock.
 */
export async function lockAccount(
  tx: Tx,
  { workplaceId }: Pick<Person, 'workplaceId'>,
  ref: AccountRef,
): Promise<Account | null> {
  const [kind, value] = 'id' in ref ? (['id', ref.id] as const) : (['username', ref.username] as const)
  const [, rows] = await tx.batch([
    {
      name: `account_lock_${kind}`,
      text: `select u.id from app_user u where u.workplace_id = $1 and ${columns[kind]} = $2 for no key update`,
      values: [workplaceId, value],
    },
    { name: `account_read_${kind}`, text: accountWhere(columns[kind]), values: [workplaceId, value] },
  ])
  return readUser(rows)
}

/** Returns an account with its current permissions in the transaction. Null when it does not exist. */
export async function readAccount(tx: Tx, { workplaceId }: Person, username: string): Promise<Account | null> {
  const [rows] = await tx.batch([
    { name: 'account_read_username', text: accountWhere(columns.username), values: [workplaceId, username] },
  ])
  return readUser(rows)
}

const columns = { id: 'u.id::text', username: 'u.username' } as const

function accountWhere(column: string): string {
  return `select ${userAsJson} from app_user u where u.workplace_id = $1 and ${column} = $2`
}

/**
 * Locks all possible administrators until the transaction ends, so that two who demote each other at the same time
 * cannot both succeed. Call it before locking any account, to avoid deadlocks.
 *
 * @param options.unlessNot a user; nothing is locked when this user is no administrator.
 * @returns the administrators after the wait, because a locking query sees roles as they were before it.
 */
export async function lockAdministrators(
  tx: Tx,
  workplaceId: string,
  { unlessNot = null }: { readonly unlessNot?: string | null } = {},
): Promise<readonly string[]> {
  const isOne = (user: string) =>
    `exists (select from held_role r where r.workplace_id = $1 and r.user_id = ${user} and r.role = any($2::text[]))`
  const all = `select u.id from app_user u where u.workplace_id = $1 and u.status <> 'disabled' and ${isOne('u.id')}`
  const values = [workplaceId, listNamesOf('RoleAdmin')]
  const [, rows = []] = await tx.batch([
    {
      name: 'administrators_lock',
      text: `${all} and ($3::uuid is null or ${isOne('$3')}) order by u.id for no key update of u`,
      values: [...values, unlessNot],
    },
    { name: 'administrators_left', text: all, values },
  ])
  return rows.map(([id]) => id ?? '')
}

/**
 * Returns whether no enabled user would have RoleFullAPI if a user left the group of engine administrators. Locks the
 * memberships of the group until the transaction ends.
 *
 * @param username the user who would leave; null counts only users who have the role without the group.
 */
export async function isLastOfEngine(tx: Tx, workplaceId: string, username: string | null): Promise<boolean> {
  const [, rows = []] = await tx.batch([
    {
      name: 'engine_members_lock',
      text: `select m.user_id from group_member m join user_group g on g.workplace_id = m.workplace_id and g.id = m.group_id
        where m.workplace_id = $1 and g.key = $2 order by m.user_id for update of m`,
      values: [workplaceId, engineGroup],
    },
    {
      name: 'engine_users_left',
      text: `select u.id from app_user u where u.workplace_id = $1 and u.status <> 'disabled' and (
          exists (select from held_role r where r.workplace_id = u.workplace_id and r.user_id = u.id and r.role = any($2::text[]))
          or ($4::text is not null and u.username <> $4 and exists (select from group_membership m join user_group g on g.workplace_id = m.workplace_id and g.id = m.group_id
            where m.workplace_id = u.workplace_id and m.user_id = u.id and g.key = $3))) limit 1`,
      values: [workplaceId, listNamesOf('RoleFullAPI'), engineGroup, username],
    },
  ])
  return rows.length === 0
}

export function lastOfEngine(): Refusal {
  return refuse(
    'user.last-administrator',
    `Expected somebody to be left with RoleFullAPI or in the group ${engineGroup}, but this is the last user of the workplace. Give it to another user first.`,
  )
}

export function noSuchUser(): Refusal {
  return refuse('thing.not-found', 'Expected a user of this workplace, but there is none with this id.')
}

export function lastAdministrator(): Refusal {
  return refuse(
    'user.last-administrator',
    'Expected another administrator, but this is the last one of the workplace. Make another user an administrator first.',
  )
}
