import { createHash } from 'node:crypto'
import { listNamesOf, readRole, roles } from '@millrace/contract'
import { sql } from 'kysely'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { runSql, type Sql } from '../../platform/list/sql.ts'
import { displayNameOf } from '../../runtime/rights/people.ts'
import { type FilteredAttribute, type FilteredAttributes, filterSql } from '../filter/filter-sql.ts'
import type { Filter } from '../filter/parse-filter.ts'
import type { ResourceDefinition } from '../patch/canonical.ts'
import { enterpriseAttributes, enterpriseSchema, userAttributes, userSchema } from '../schemas.ts'

export const userDefinition: ResourceDefinition = {
  schema: userSchema,
  attributes: userAttributes,
  extensions: { [enterpriseSchema]: enterpriseAttributes },
}

interface Row {
  readonly id: string
  readonly revision: number
  readonly username: string
  readonly name: string
  readonly first_name: string | null
  readonly last_name: string | null
  readonly email: string | null
  readonly status: string
  readonly created_at: Date
  readonly updated_at: Date
  readonly external_id: string | null
  readonly roles: readonly string[]
  readonly own_roles: readonly string[]
  readonly groups: readonly { readonly id: string; readonly name: string }[]
  readonly manager: string | null
}

/** A user as clients read it, with the data that a change needs. */
export interface FoundUser {
  readonly resource: Readonly<Record<string, unknown>>
  readonly etag: string
  readonly revision: number
}

const columns = sql`u.id, u.revision, u.username, ${displayNameOf('u')} as name, u.first_name, u.last_name, u.email, u.status, u.created_at, u.updated_at, i.external_id,
  array(select r.role from user_role r where r.workplace_id = u.workplace_id and r.user_id = u.id order by r.role) as roles,
  array(select o.key from user_role r join own_role o on o.workplace_id = r.workplace_id and o.key = r.role
    where r.workplace_id = u.workplace_id and r.user_id = u.id order by o.key) as own_roles,
  coalesce((select json_agg(json_build_object('id', g.id, 'name', g.name) order by g.name, g.id) from group_member m
    join user_group g on g.workplace_id = m.workplace_id and g.id = m.group_id where m.workplace_id = u.workplace_id and m.user_id = u.id), '[]') as groups,
  (select m.id from app_user m where m.workplace_id = u.workplace_id and m.id = u.manager_id) as manager`

const from = sql`app_user u left join scim_identity i on i.workplace_id = u.workplace_id and i.kind = 'user' and i.subject_id = u.id`

const text = (column: Sql, key?: Sql): FilteredAttribute => ({
  type: 'text',
  sql: column,
  ...(key === undefined ? {} : { key }),
})
const email = text(sql`u.email`, sql`u.email_key`)

/** What users can be filtered by, in lower case. */
const attributes: FilteredAttributes = {
  id: { type: 'exact', sql: sql`u.id` },
  externalid: { type: 'exact', sql: sql`i.external_id` },
  username: text(sql`u.username`, sql`u.username_key`),
  displayname: text(displayNameOf('u')),
  'name.givenname': text(sql`u.first_name`),
  'name.familyname': text(sql`u.last_name`),
  'name.formatted': text(displayNameOf('u')),
  emails: email,
  'emails.value': email,
  'emails.type': { type: 'text', sql: sql`case when u.email is not null then 'work' end` },
  'emails.primary': { type: 'flag', sql: sql`(u.email is not null)` },
  active: { type: 'flag', sql: sql`(u.status <> 'disabled')` },
  'meta.created': { type: 'instant', sql: sql`u.created_at` },
  'meta.lastmodified': { type: 'instant', sql: sql`u.updated_at` },
  ...Object.fromEntries(
    ['groups', 'groups.value'].map((path) => [
      path,
      {
        type: 'exact',
        sql: sql`m.group_id`,
        within: (condition: Sql) =>
          sql`exists (select from group_member m where m.workplace_id = u.workplace_id and m.user_id = u.id and ${condition})`,
      } satisfies FilteredAttribute,
    ]),
  ),
  ...Object.fromEntries(
    ['roles', 'roles.value'].map((path) => [
      path,
      {
        type: 'exact',
        sql: sql`r.role`,
        within: (condition: Sql) =>
          sql`exists (select from user_role r where r.workplace_id = u.workplace_id and r.user_id = u.id and ${condition})`,
      } satisfies FilteredAttribute,
    ]),
  ),
}

interface Listing {
  readonly filter: Filter | null
  readonly offset: number
  readonly limit: number
}

/**
 * Returns users in the order of their creation, with their total number. Users whom a client has deleted are left out.
 */
export async function listUsers(
  tx: Tx,
  { workplaceId }: Person,
  base: string,
  { filter, offset, limit }: Listing,
): Promise<{ readonly total: number; readonly found: readonly FoundUser[] }> {
  const condition = filter === null ? sql`true` : filterSql(filter, attributes)
  const where = sql`u.workplace_id = ${workplaceId} and i.deleted_at is null and ${condition}`
  const [counted] = await runSql<{ total: number }>(tx, sql`select count(*)::int as total from ${from} where ${where}`)
  const rows =
    limit === 0
      ? []
      : await runSql<Row>(
          tx,
          sql`select ${columns} from ${from} where ${where} order by u.id limit ${limit} offset ${offset}`,
        )
  return { total: counted?.total ?? 0, found: rows.map((row) => presentUser(row, base)) }
}

/** Returns one user; null when the user does not exist or a client has deleted them. */
export async function findUser(tx: Tx, { workplaceId }: Person, base: string, id: string): Promise<FoundUser | null> {
  const [row] = await runSql<Row>(
    tx,
    sql`select ${columns} from ${from} where u.workplace_id = ${workplaceId} and u.id = ${id} and i.deleted_at is null`,
  )
  return row === undefined ? null : presentUser(row, base)
}

function presentUser(row: Row, base: string): FoundUser {
  const { id, manager } = row
  const held = new Set(row.roles.map(readRole))
  const facts = {
    schemas: [userSchema, enterpriseSchema],
    id,
    ...(row.external_id === null ? {} : { externalId: row.external_id }),
    userName: row.username,
    ...(row.last_name === null && row.first_name === null
      ? {}
      : {
          name: {
            ...(row.last_name === null ? {} : { familyName: row.last_name }),
            ...(row.first_name === null ? {} : { givenName: row.first_name }),
          },
        }),
    displayName: row.name,
    active: row.status !== 'disabled',
    ...(row.email === null ? {} : { emails: [{ value: row.email, type: 'work' }] }),
    ...(row.groups.length === 0
      ? {}
      : {
          groups: row.groups.map((group) => ({
            ...{ value: group.id, $ref: `${base}/Groups/${group.id}`, display: group.name, type: 'direct' },
          })),
        }),
    roles: [
      ...roles.filter((role) => held.has(role)).map((role) => ({ value: role })),
      ...row.own_roles.map((value) => ({ value })),
    ],
    ...(manager === null
      ? {}
      : {
          [enterpriseSchema]: { manager: { value: manager, $ref: `${base}/Users/${manager}` } },
        }),
  }
  const etag = etagOf(facts)
  const meta = {
    resourceType: 'User',
    created: row.created_at.toISOString(),
    lastModified: row.updated_at.toISOString(),
    location: `${base}/Users/${id}`,
    version: etag,
  }
  return { resource: { ...facts, meta }, etag, revision: row.revision }
}

/** Returns the ETag of a resource from its facts. It is weak, because the resource has several equivalent formats. */
export function etagOf(facts: unknown): string {
  return `W/"${createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 24)}"`
}

/** Lists every name under which a role can be sent. */
export const namesOfRoles = new Map(roles.flatMap((role) => listNamesOf(role).map((name) => [name, role] as const)))
