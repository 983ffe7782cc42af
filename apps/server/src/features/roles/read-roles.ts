import {
  type GivingGroup,
  listNamesOf,
  type Role,
  type RoleDetail,
  type RoleMember,
  type RoleRow,
  roles,
} from '@millrace/contract'
import { sql } from 'kysely'
import { findRole, getRole } from '../../operations/roles/policy.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { runSql, type Sql } from '../../platform/list/sql.ts'
import type { SsoConfig } from '../../platform/sso/sso-config.ts'
import { displayNameOf, findNamed } from '../../runtime/rights/people.ts'

export function listRoles(db: Database, request: Request): Promise<RoleRow[]> {
  return db.read(request, (tx) => selectRoles(tx, request.user))
}

export async function readRoleDetail(
  { db, sso }: { readonly db: Database; readonly sso: SsoConfig | null },
  request: Request,
  roleName: string,
): Promise<RoleDetail | Refusal> {
  const role = getRole(roleName)
  if (role instanceof Refusal) return role
  const row = (await listRoles(db, request)).find(({ name }) => name === role)
  if (row === undefined) throw new Error(`Expected ${role} among the roles, but it is not.`)
  return { ...row, signOn: readSignOn(role, sso) }
}

/**
 * Returns the claim and its values that give a role at sign-in by a provider. Null: no claim gives roles, or none of
 * its values gives this role.
 */
export function readSignOn(
  role: Role,
  sso: Pick<SsoConfig, 'rolesClaim' | 'roleMapping'> | null,
): RoleDetail['signOn'] {
  if (sso === null || sso.rolesClaim === null) return null
  const mapped = [...(sso.roleMapping ?? [])].flatMap(([value, given]) => (given.includes(role) ? [value] : []))
  const values = sso.roleMapping === null ? listNamesOf(role) : mapped
  return values.length === 0 ? null : { claim: sso.rolesClaim, values }
}

/** Lists the users who have a role, or enabled users who do not, by name. */
export async function findByRole(
  db: Database,
  request: Request,
  {
    roleName,
    q,
    isHeld,
    most,
  }: { readonly roleName: string; readonly q: string; readonly isHeld: boolean; readonly most: number },
): Promise<{ items: RoleMember[]; isMore: boolean } | Refusal> {
  return db.read(request, async (tx) => {
    const role = await findRole(tx, request.workplaceId, roleName)
    if (role instanceof Refusal) return role
    const held = sql`exists (select from user_role r where r.workplace_id = u.workplace_id and r.user_id = u.id and r.role = any(${[...role.names]}::text[]))`
    const fits: Sql = isHeld ? held : sql`u.status <> 'disabled' and not ${held}`
    const named = q === '' ? sql`true` : await findNamed(tx, request.workplaceId, q)
    const rows = await runSql<RoleMember>(
      tx,
      sql`select u.id, u.username, ${displayNameOf('u')} as "displayName", u.status = 'disabled' as "isDisabled" from app_user u
        where u.workplace_id = ${request.workplaceId} and ${fits} and ${named}
        order by u.display_key, u.id limit ${most + 1}`,
    )
    return { items: rows.slice(0, most), isMore: rows.length > most }
  })
}

/** Lists the groups that give a role to their members, by name. Refuses with `thing.not-found`. */
export async function listGivingGroups(
  db: Database,
  request: Request,
  { roleName, most }: { readonly roleName: string; readonly most: number },
): Promise<{ items: GivingGroup[]; isMore: boolean } | Refusal> {
  return db.read(request, async (tx) => {
    const role = await findRole(tx, request.workplaceId, roleName)
    if (role instanceof Refusal) return role
    const rows = await runSql<GivingGroup>(
      tx,
      sql`select g.id, g.name, g.is_disabled as "isDisabled" from user_group g where g.workplace_id = ${request.workplaceId}
        and exists (select from group_role r where r.workplace_id = g.workplace_id and r.group_id = g.id and r.role = any(${[...role.names]}::text[]))
        order by g.name_key, g.id limit ${most + 1}`,
    )
    return { items: rows.slice(0, most), isMore: rows.length > most }
  })
}

async function selectRoles(tx: Tx, { workplaceId }: Person): Promise<RoleRow[]> {
  const names = roles.flatMap((role) => listNamesOf(role).map((name) => ({ role, name })))
  const counted = await runSql<{ role: Role; count: string }>(
    tx,
    sql`select n.role, count(distinct r.user_id) as count
      from unnest(${names.map(({ role }) => role)}::text[], ${names.map(({ name }) => name)}::text[]) n(role, name)
      join user_role r on r.workplace_id = ${workplaceId} and r.role = n.name group by n.role`,
  )
  const described = await runSql<{ role: string; description: string }>(
    tx,
    sql`select role, description from role_description where workplace_id = ${workplaceId}`,
  )
  return roles.map((name) => ({
    name,
    otherNames: listNamesOf(name).slice(1),
    description: described.find(({ role }) => role === name)?.description ?? '',
    memberCount: Number(counted.find(({ role }) => role === name)?.count ?? 0),
  }))
}
