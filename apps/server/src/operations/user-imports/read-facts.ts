import { type Role, readRole, roles } from '@millrace/contract'
import { sql } from 'kysely'
import { type Person, parseRights, rightsAsJson } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { runSql } from '../../platform/list/sql.ts'
import { findMissing } from '../user-properties/find-missing.ts'
import { lockProperties } from '../user-properties/set-property-values.ts'
import type { UserPropertyRow } from '../user-properties/user-property.ts'
import type { RightsOfAccount } from '../users/manage-account.ts'
import type { RowsImport } from './import-rows.ts'
import type { Named, UserState } from './row-changes.ts'
import { propertyOf } from './user-import.ts'

export interface FoundUser {
  readonly id: string
  readonly username: string
  readonly isDisabled: boolean
  readonly isAdministrator: boolean
  readonly state: UserState
}

export interface FoundGroup extends Named {
  readonly key: string
}

/**
 * The database content that matters for the rows of an import. Rows are identified by their index in the file, from 0.
 */
export interface Facts {
  readonly found: ReadonlyMap<number, FoundUser>
  /** User names of the rows and their managers for which an account exists. */
  readonly usernames: ReadonlySet<string>
  /** User names of managers without an account, for whom the file has rows that create one. */
  readonly inFile: ReadonlySet<string>
  /** Enabled groups, by key. */
  readonly groups: readonly FoundGroup[]
  readonly properties: readonly UserPropertyRow[]
  /** Rows with a unique value that another user has. */
  readonly heldUniques: ReadonlySet<number>
  /** Rows with a value that names a user or group which does not exist. */
  readonly missing: ReadonlySet<number>
}

export async function readFacts(tx: Tx, user: Person, work: RowsImport): Promise<Facts> {
  const { workplaceId } = user
  const { rows, key, isDryRun, listInFile } = work
  const names = (read: (n: number) => readonly (string | undefined)[]) => [
    ...new Set(rows.flatMap((_, n) => read(n).filter((name) => name !== undefined))),
  ]
  const usernames = names((n) => [rows[n]?.values.username, rows[n]?.values.manager])
  const known = await runSql<{ id: string; username: string }>(
    tx,
    sql`select id, username from app_user where workplace_id = ${workplaceId} and username = any(${usernames}::text[])`,
  )
  const ids = new Map(known.map(({ id, username }) => [username, id]))
  const properties = await lockProperties(tx, user)
  const property = propertyOf(key)
  const foundIds =
    property === null
      ? new Map(
          rows.flatMap(({ values }, n) =>
            ids.has(values.username ?? '') ? [[n, ids.get(values.username ?? '') ?? ''] as const] : [],
          ),
        )
      : await findByProperty(
          tx,
          user,
          properties,
          rows.map(({ values }) => values.properties[property] ?? ''),
          property,
        )
  const groupNames = names((n) => rows[n]?.values.groups ?? [])
  const groups = await runSql<FoundGroup>(
    tx,
    sql`select id, key, name from user_group where workplace_id = ${workplaceId} and not is_disabled
      and (key = any(${groupNames}::text[]) or name = any(${groupNames}::text[])) order by key`,
  )
  const managers = isDryRun ? names((n) => [rows[n]?.values.manager]).filter((name) => !ids.has(name)) : []
  return {
    found: await readFound(tx, user, foundIds),
    usernames: new Set(ids.keys()),
    inFile: managers.length === 0 ? new Set() : await listInFile(tx, managers),
    groups,
    properties,
    heldUniques: await findHeld(tx, user, work, properties),
    missing: await findMissingRows(tx, user, work, properties),
  }
}

/** Locks the accounts of the users that rows have found, in the order of their ids, and reads them again. */
export async function lockFound(tx: Tx, user: Person, facts: Facts): Promise<Facts> {
  const ids = new Map(
    [...facts.found].filter(([, { isAdministrator }]) => !isAdministrator).map(([n, { id }]) => [n, id]),
  )
  await runSql(
    tx,
    sql`select id from app_user where workplace_id = ${user.workplaceId} and id = any(${[...ids.values()]}::uuid[]) order by id for no key update`,
  )
  const administrators = [...facts.found].filter(([, { isAdministrator }]) => isAdministrator)
  return { ...facts, found: new Map([...administrators, ...(await readFound(tx, user, ids))]) }
}

/** Reads the rights of accounts, by id. */
export async function readRightsOf(
  tx: Tx,
  { workplaceId }: Person,
  ids: readonly string[],
): Promise<Map<string, RightsOfAccount>> {
  const [rows = []] = await tx.batch([
    {
      name: 'user_import_rights',
      text: `select u.id, ${rightsAsJson} from app_user u where u.workplace_id = $1 and u.id = any($2::uuid[])`,
      values: [workplaceId, [...ids]],
    },
  ])
  return new Map(rows.map(([id, text]) => [id ?? '', parseRights(text ?? '')]))
}

async function findByProperty(
  tx: Tx,
  { workplaceId }: Person,
  properties: readonly UserPropertyRow[],
  values: readonly string[],
  key: string,
): Promise<Map<number, string>> {
  const property = properties.find((one) => one.key === key)
  if (property === undefined) return new Map()
  const rows = await runSql<{ n: number; id: string }>(
    tx,
    sql`select o.n::int - 1 as n, v.user_id as id from unnest(${[...values]}::text[]) with ordinality as o (value, n)
      join user_property_value v on v.workplace_id = ${workplaceId} and v.property_id = ${property.id} and v.unique_key = lower(o.value)`,
  )
  return new Map(rows.map(({ n, id }) => [n, id]))
}

interface FoundRow {
  readonly id: string
  readonly username: string
  readonly first_name: string | null
  readonly last_name: string | null
  readonly email: string | null
  readonly status: string
  readonly manager: string | null
  readonly roles: readonly string[]
  readonly held: readonly string[]
  readonly groups: readonly Named[]
  readonly properties: Readonly<Record<string, string>>
}

async function readFound(
  tx: Tx,
  { workplaceId }: Person,
  ids: ReadonlyMap<number, string>,
): Promise<Map<number, FoundUser>> {
  if (ids.size === 0) return new Map()
  const rows = await runSql<FoundRow>(
    tx,
    sql`select u.id, u.username, u.first_name, u.last_name, u.email, u.status,
        (select m.username from app_user m where m.workplace_id = u.workplace_id and m.id = u.manager_id) as manager,
        array(select r.role from user_role r where r.workplace_id = u.workplace_id and r.user_id = u.id) as roles,
        array(select r.role from held_role r where r.workplace_id = u.workplace_id and r.user_id = u.id) as held,
        coalesce((select json_agg(json_build_object('id', g.id, 'name', g.name) order by g.name, g.id) from group_member m
          join user_group g on g.workplace_id = m.workplace_id and g.id = m.group_id where m.workplace_id = u.workplace_id and m.user_id = u.id), '[]') as groups,
        coalesce((select json_object_agg(p.key, v.value) from user_property_value v
          join user_property p on p.workplace_id = v.workplace_id and p.id = v.property_id where v.workplace_id = u.workplace_id and v.user_id = u.id), '{}') as properties
      from app_user u where u.workplace_id = ${workplaceId} and u.id = any(${[...ids.values()]}::uuid[])`,
  )
  const byId = new Map(rows.map((row) => [row.id, presentFound(row)]))
  return new Map([...ids].flatMap(([n, id]) => (byId.has(id) ? [[n, byId.get(id) as FoundUser] as const] : [])))
}

function presentFound(row: FoundRow): FoundUser {
  const given = new Set<Role | null>(row.roles.map(readRole))
  return {
    ...{ id: row.id, username: row.username, isDisabled: row.status === 'disabled' },
    isAdministrator: row.held.some((role) => readRole(role) === 'RoleAdmin'),
    state: {
      ...{ firstName: row.first_name ?? '', lastName: row.last_name ?? '', email: row.email ?? '' },
      ...{ manager: row.manager ?? '', roles: roles.filter((role) => given.has(role)) },
      ...{ groups: row.groups, properties: row.properties },
    },
  }
}

/** Rows with a unique value that somebody has; of a user who is found by it, without that value. */
async function findHeld(
  tx: Tx,
  { workplaceId }: Person,
  { rows, key }: RowsImport,
  properties: readonly UserPropertyRow[],
): Promise<Set<number>> {
  const uniques = properties.filter((one) => one.is_unique && one.key !== propertyOf(key))
  const given = rows.flatMap(({ values }, n) =>
    uniques.flatMap((property) =>
      Object.hasOwn(values.properties, property.key)
        ? [{ n, id: property.id, value: values.properties[property.key] ?? '' }]
        : [],
    ),
  )
  if (given.length === 0) return new Set()
  const held = await runSql<{ n: number }>(
    tx,
    sql`select distinct o.n from unnest(${given.map(({ n }) => n)}::int[], ${given.map(({ id }) => id)}::uuid[], ${given.map(({ value }) => value)}::text[]) as o (n, id, value)
      join user_property_value v on v.workplace_id = ${workplaceId} and v.property_id = o.id and v.unique_key = lower(o.value)`,
  )
  return new Set(held.map(({ n }) => n))
}

async function findMissingRows(
  tx: Tx,
  { workplaceId }: Person,
  { rows }: RowsImport,
  properties: readonly UserPropertyRow[],
): Promise<Set<number>> {
  const named = properties.filter(({ type }) => type === 'user' || type === 'group')
  const given = rows.flatMap(({ values }, n) =>
    named.flatMap(({ key, type }) =>
      Object.hasOwn(values.properties, key) ? [{ n, type, value: values.properties[key] ?? '' }] : [],
    ),
  )
  return new Set((await findMissing(tx, workplaceId, given)).map(({ n }) => n))
}
