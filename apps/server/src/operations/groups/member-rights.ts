import { type Role, readRole } from '@millrace/contract'
import { sql } from 'kysely'
import { type Grant, grantOf } from '../../platform/auth/grants.ts'
import { engineGroup, type Person, parseRights, rightsAsJson } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { type RightsOfAccount, refuseManaging } from '../users/manage-account.ts'

/** Ids of accounts, and of the group whose roles count too; null: of none. */
interface Changed {
  readonly memberIds: readonly string[]
  readonly groupId: string | null
}

/**
 * Carries out a change of groups for their members. Refused when a member or the group has a permission that the user
 * lacks, before or after the change: groups give permissions, and their authorizations can revoke some.
 */
export async function changeForMembers(
  tx: Tx,
  user: Person,
  { change, ...changed }: Changed & { readonly change: () => Promise<Refusal | null> },
): Promise<Refusal | null> {
  return (await refuseRights(tx, user, changed)) ?? (await change()) ?? (await refuseRights(tx, user, changed))
}

/** Refuses with `right.missing` when a group, or its possible members, have a right that the user does not have. */
export async function refuseRightsOfGroup(tx: Tx, user: Person, groupId: string): Promise<Refusal | null> {
  return refuseRights(tx, user, { groupId, memberIds: await listAllMembers(tx, user.workplaceId, groupId) })
}

/**
 * Lists the roles that a group gives directly or by its parent groups, including disabled ones, which give them again
 * when restored.
 */
export async function listRolesOfGroup(tx: Tx, workplaceId: string, groupId: string): Promise<Role[]> {
  const rows = await runSql<{ role: string }>(
    tx,
    sql`with recursive above (id, parent_id, key) as (
        select g.id, g.parent_id, g.key from user_group g where g.workplace_id = ${workplaceId} and g.id = ${groupId}
        union
        select g.id, g.parent_id, g.key from above a join user_group g on g.workplace_id = ${workplaceId} and g.id = a.parent_id)
      select r.role from above a join group_role r on r.workplace_id = ${workplaceId} and r.group_id = a.id
      union select 'RoleFullAPI' from above a where a.key = ${engineGroup}`,
  )
  return rows.map(({ role }) => readRole(role)).filter((role) => role !== null)
}

/** Returns what members of a group get by its roles, as soon as these are in use. */
async function findRightsOfGroup(tx: Tx, workplaceId: string, groupId: string): Promise<RightsOfAccount> {
  const rows = await runSql<{ grant: Grant }>(
    tx,
    sql`with recursive above (id, parent_id) as (
        select g.id, g.parent_id from user_group g where g.workplace_id = ${workplaceId} and g.id = ${groupId}
        union
        select g.id, g.parent_id from above a join user_group g on g.workplace_id = ${workplaceId} and g.id = a.parent_id)
      select ${sql.raw(grantOf('o', 'p'))} as grant
      from (select distinct r.role from above a join group_role r on r.workplace_id = ${workplaceId} and r.group_id = a.id) held
        join own_role o on o.workplace_id = ${workplaceId} and o.key = held.role, jsonb_array_elements(o.permissions) p`,
  )
  return {
    roles: await listRolesOfGroup(tx, workplaceId, groupId),
    authorizations: [],
    grants: rows.map(({ grant }) => grant),
  }
}

async function refuseRights(tx: Tx, user: Person, { memberIds, groupId }: Changed): Promise<Refusal | null> {
  const ofGroup = groupId === null ? [] : [await findRightsOfGroup(tx, user.workplaceId, groupId)]
  const accounts = await listRights(tx, user, memberIds)
  for (const account of [...ofGroup, ...accounts]) {
    const refusal = refuseManaging(user, account)
    if (refusal !== null) return refusal
  }
  return null
}

/** Lists the distinct rights of the members of a group, because most members have the same. */
async function listRights(tx: Tx, { workplaceId }: Person, memberIds: readonly string[]): Promise<RightsOfAccount[]> {
  if (memberIds.length === 0) return []
  const [rows = []] = await tx.batch([
    {
      name: 'member_rights',
      text: `select distinct ${rightsAsJson}::text from app_user u where u.workplace_id = $1 and u.id = any($2::uuid[])`,
      values: [workplaceId, [...memberIds]],
    },
  ])
  return rows.map(([text]) => parseRights(text ?? ''))
}

/** Lists the ids of users in the group or in a group below it, including disabled ones. */
async function listAllMembers(tx: Tx, workplaceId: string, groupId: string): Promise<string[]> {
  const rows = await runSql<{ user_id: string }>(
    tx,
    sql`with recursive below (id) as (
        select ${groupId}::uuid
        union
        select g.id from below b join user_group g on g.workplace_id = ${workplaceId} and g.parent_id = b.id)
      select distinct m.user_id from below b join group_member m on m.workplace_id = ${workplaceId} and m.group_id = b.id`,
  )
  return rows.map(({ user_id }) => user_id)
}
