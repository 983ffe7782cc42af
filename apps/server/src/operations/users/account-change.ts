import { allRoleNames, listNamesOf, type Role } from '@millrace/contract'
import { engineGroup, type Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { refuseGroup } from '../groups/policy.ts'
import { writeOwnRoles } from '../own-roles/give-own-roles.ts'
import { type Account, isLastOfEngine, lastAdministrator, lastOfEngine, lockAdministrators } from './accounts.ts'

/** The change of an account by a user administrator. Missing fields stay unchanged; an empty text deletes a value. */
export interface AccountChange {
  readonly firstName?: string | null | undefined
  readonly lastName?: string | null | undefined
  readonly email?: string | null | undefined
  /** The user name of the manager; null: no manager; undefined: unchanged. */
  readonly manager?: string | null | undefined
  /** All that the user is given. */
  readonly roles?: readonly Role[] | undefined
  /** Keys of all own roles that the user is given. */
  readonly ownRoles?: readonly string[] | undefined
  /** Ids of all groups that the user is in. */
  readonly groups?: readonly string[] | undefined
}

interface Locked {
  readonly account: Account
  /** Ids of the administrators, locked before the account. */
  readonly administrators: readonly string[]
}

/**
 * Returns whether a change could remove an administrator, and so needs a lock of all administrators before that of the
 * account.
 */
export function couldDemote({ roles, groups }: AccountChange): boolean {
  return groups !== undefined || (roles !== undefined && !roles.includes('RoleAdmin'))
}

/**
 * Writes a change of a locked account. Checks the caller's permission before and after the change. Refuses with
 * `thing.not-found` (manager, own role, group), `user.own-manager`, `user.last-administrator` or `user.own-account`.
 */
export async function writeAccountChange(
  tx: Tx,
  user: Person,
  { account, administrators, change }: Locked & { readonly change: AccountChange },
): Promise<Refusal | null> {
  const { manager, roles, ownRoles, groups } = change
  await writeDetails(tx, account, change)
  const refusal = manager === undefined ? null : await writeManager(tx, account, manager)
  return (
    refusal ??
    (roles === undefined ? null : await writeRoles(tx, user, { account, administrators, roles })) ??
    (ownRoles === undefined ? null : await writeOwnRoles(tx, account, ownRoles)) ??
    (groups === undefined ? null : await writeGroups(tx, user, { account, administrators, groups }))
  )
}

async function writeDetails(tx: Tx, { workplaceId, id }: Account, change: AccountChange): Promise<void> {
  const given = [change.firstName, change.lastName, change.email]
  await tx.batch([
    {
      name: 'account_write_details',
      text: `update app_user set first_name = case when $3::boolean then $4 else first_name end,
          last_name = case when $5::boolean then $6 else last_name end, email = case when $7::boolean then $8 else email end
        where workplace_id = $1 and id = $2`,
      values: [workplaceId, id, ...given.flatMap((value) => [value !== undefined, value || null])],
    },
  ])
}

async function writeManager(tx: Tx, account: Account, manager: string | null): Promise<Refusal | null> {
  if (manager === account.username)
    return refuse('user.own-manager', 'Expected another user as the manager. Users cannot be their own manager.')
  const [rows] = await tx.batch([
    {
      name: 'account_write_manager',
      text: `update app_user u set manager_id = m.id from (select (select id from app_user where workplace_id = $1 and username = $3) as id) m
        where u.workplace_id = $1 and u.id = $2 and ($3::text is null or m.id is not null) returning u.id`,
      values: [account.workplaceId, account.id, manager],
    },
  ])
  return rows?.[0] === undefined
    ? refuse('thing.not-found', `Expected a user “${manager}”, but there is none. Choose an existing one.`)
    : null
}

/** The roles with which users administer accounts. Users who give up such a role cannot restore it themselves. */
const ownKeys: readonly Role[] = ['RoleAdmin', 'RoleUserAdmin']

async function writeRoles(
  tx: Tx,
  user: Person,
  { account, administrators, roles }: Locked & { readonly roles: readonly Role[] },
): Promise<Refusal | null> {
  const lost = account.roles.filter((role) => !roles.includes(role))
  if (account.id === user.id && lost.some((role) => ownKeys.includes(role)))
    return refuse(
      'user.own-account',
      'Expected you to keep the roles that give you access to users, but you would lose one. Ask another administrator to remove it.',
    )
  if (lost.includes('RoleAdmin') && administrators.length === 1 && administrators[0] === account.id)
    return lastAdministrator()
  const values = [account.workplaceId, account.id]
  await tx.batch([
    {
      name: 'account_remove_roles',
      // Roles that the workplace defines are given on their own pages.
      text: 'delete from user_role where workplace_id = $1 and user_id = $2 and role = any($4::text[]) and role <> all($3::text[])',
      values: [...values, roles.flatMap(listNamesOf), allRoleNames],
    },
    {
      // A role that the user has by another of its names stays as it is.
      name: 'account_add_roles',
      text: `insert into user_role (workplace_id, user_id, role) select $1, $2, given.role
        from unnest($3::text[], $4::text[]) as given(role, names)
        where not exists (select from user_role r where r.workplace_id = $1 and r.user_id = $2 and r.role = any(string_to_array(given.names, ' ')))
        on conflict do nothing`,
      values: [...values, [...roles], roles.map((role) => listNamesOf(role).join(' '))],
    },
  ])
  return null
}

async function writeGroups(
  tx: Tx,
  user: Person,
  { account, administrators, groups }: Locked & { readonly groups: readonly string[] },
): Promise<Refusal | null> {
  const ids = [...new Set(groups)]
  if (!ids.every(isUuid)) return noSuchGroup()
  const values = [account.workplaceId, account.id, ids]
  const [known = []] = await tx.batch([
    {
      name: 'account_groups_before',
      text: `select g.key, g.id = any($3::uuid[]), m.user_id is not null from user_group g
        left join group_member m on m.workplace_id = g.workplace_id and m.group_id = g.id and m.user_id = $2
        where g.workplace_id = $1 and (g.id = any($3::uuid[]) or m.user_id is not null) order by g.key`,
      values,
    },
  ])
  if (known.filter(([, isWanted]) => isWanted === 't').length < ids.length) return noSuchGroup()
  for (const [key, isWanted, isMember] of known) {
    if (isWanted === isMember) continue
    const refusal = refuseGroup(user, key ?? '')
    if (refusal !== null) return refusal
    const isLast = key === engineGroup && isMember === 't'
    if (isLast && (await isLastOfEngine(tx, account.workplaceId, account.username))) return lastOfEngine()
  }
  await tx.batch([
    {
      name: 'account_leave_groups',
      text: 'delete from group_member where workplace_id = $1 and user_id = $2 and group_id <> all($3::uuid[])',
      values,
    },
    {
      name: 'account_join_groups',
      text: `insert into group_member (workplace_id, user_id, group_id) select $1, $2, id from user_group
        where workplace_id = $1 and id = any($3::uuid[]) on conflict do nothing`,
      values,
    },
  ])
  // A group can give the role of an administrator.
  const isAdministrator = administrators.includes(account.id)
  if (isAdministrator && (await lockAdministrators(tx, account.workplaceId)).length === 0) return lastAdministrator()
  return null
}

function noSuchGroup(): Refusal {
  return refuse('thing.not-found', 'Expected groups of this workplace, but one of them does not exist. Choose again.')
}
