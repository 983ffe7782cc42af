import { limits, text } from '@millrace/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { ProvisionedGroup } from '../../operations/scim/provisioned-group.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { runSql, type Sql } from '../../platform/list/sql.ts'
import { type FilteredAttribute, type FilteredAttributes, filterSql } from '../filter/filter-sql.ts'
import type { Filter } from '../filter/parse-filter.ts'
import { canonicalize, isValues, type ResourceDefinition } from '../patch/canonical.ts'
import { groupAttributes, groupSchema } from '../schemas.ts'
import { invalid } from '../scim-error.ts'
import { etagOf } from '../users/user-resource.ts'
import { readExternalId, readOrRefuse } from '../values.ts'

export const groupDefinition: ResourceDefinition = { schema: groupSchema, attributes: groupAttributes, extensions: {} }

interface Row {
  readonly id: string
  readonly name: string
  readonly external_id: string | null
  readonly created_at: Date
  readonly updated_at: Date
  /** Null: not asked for. */
  readonly members: readonly string[] | null
  readonly member_hash: string
}

export interface FoundGroup {
  readonly resource: Readonly<Record<string, unknown>>
  readonly etag: string
}

const memberOf = sql`group_member m where m.workplace_id = g.workplace_id and m.group_id = g.id`

function columns(hasMembers: boolean): Sql {
  const members = hasMembers
    ? sql`coalesce((select json_agg(u.id order by u.id) from group_member m
        join app_user u on u.workplace_id = m.workplace_id and u.id = m.user_id
        left join scim_identity d on d.workplace_id = u.workplace_id and d.kind = 'user' and d.subject_id = u.id
        where m.workplace_id = g.workplace_id and m.group_id = g.id and d.deleted_at is null), '[]')`
    : sql`null`
  return sql`g.id, g.name, i.external_id, g.created_at, g.updated_at, ${members} as members,
    coalesce((select md5(string_agg(m.user_id::text, ',' order by m.user_id)) from ${memberOf}), '') as member_hash`
}

const from = sql`user_group g left join scim_identity i on i.workplace_id = g.workplace_id and i.kind = 'group' and i.subject_id = g.id`

const attributes: FilteredAttributes = {
  id: { type: 'exact', sql: sql`g.id` },
  externalid: { type: 'exact', sql: sql`i.external_id` },
  displayname: { type: 'text', sql: sql`g.name` },
  'meta.created': { type: 'instant', sql: sql`g.created_at` },
  'meta.lastmodified': { type: 'instant', sql: sql`g.updated_at` },
  ...Object.fromEntries(
    ['members', 'members.value'].map((path) => [
      path,
      {
        type: 'exact',
        sql: sql`m.user_id`,
        within: (condition: Sql) => sql`exists (select from ${memberOf} and ${condition})`,
      } satisfies FilteredAttribute,
    ]),
  ),
}

interface Listing {
  readonly filter: Filter | null
  readonly offset: number
  readonly limit: number
  readonly hasMembers: boolean
}

/** Returns groups in the order of their creation, with their total number. */
export async function listGroups(
  tx: Tx,
  { workplaceId }: Person,
  base: string,
  { filter, offset, limit, hasMembers }: Listing,
): Promise<{ readonly total: number; readonly found: readonly FoundGroup[] }> {
  const condition = filter === null ? sql`true` : filterSql(filter, attributes)
  const where = sql`g.workplace_id = ${workplaceId} and i.deleted_at is null and ${condition}`
  const [counted] = await runSql<{ total: number }>(tx, sql`select count(*)::int as total from ${from} where ${where}`)
  const rows =
    limit === 0
      ? []
      : await runSql<Row>(
          tx,
          sql`select ${columns(hasMembers)} from ${from} where ${where} order by g.id limit ${limit} offset ${offset}`,
        )
  return { total: counted?.total ?? 0, found: rows.map((row) => presentGroup(row, base)) }
}

/** Returns one group; null when it does not exist or a client has deleted it. */
export async function findGroup(
  tx: Tx,
  { workplaceId }: Person,
  base: string,
  { id, hasMembers }: { readonly id: string; readonly hasMembers: boolean },
): Promise<FoundGroup | null> {
  const [row] = await runSql<Row>(
    tx,
    sql`select ${columns(hasMembers)} from ${from} where g.workplace_id = ${workplaceId} and g.id = ${id} and i.deleted_at is null`,
  )
  return row === undefined ? null : presentGroup(row, base)
}

function presentGroup(row: Row, base: string): FoundGroup {
  const { id, name, external_id: externalId, members, member_hash } = row
  const etag = etagOf([id, name, externalId, member_hash])
  const resource = {
    schemas: [groupSchema],
    id,
    ...(externalId === null ? {} : { externalId }),
    displayName: name,
    ...(members === null
      ? {}
      : {
          members: members.map((value) => ({ value, $ref: `${base}/Users/${value}`, type: 'User' })),
        }),
    meta: {
      resourceType: 'Group',
      created: row.created_at.toISOString(),
      lastModified: row.updated_at.toISOString(),
      location: `${base}/Groups/${id}`,
      version: etag,
    },
  }
  return { resource, etag }
}

const fields = z.object({ displayName: text('name', limits.name) })

/** Reads the group in a request of a client. @throws ScimError `invalidValue`. */
export function readGroup(body: unknown): ProvisionedGroup {
  if (!isValues(body)) throw invalid('invalidSyntax', 'Expected a JSON object.')
  const resource = canonicalize(groupDefinition, body)
  const { displayName } = readOrRefuse(fields, { displayName: resource['displayName'] })
  const members = Array.isArray(resource['members']) ? resource['members'] : []
  const memberIds = members.map((member) => {
    const value = isValues(member) ? member['value'] : member
    if (typeof value !== 'string') throw invalid('invalidValue', 'Expected each member to have the id of a user.')
    return value
  })
  return { name: displayName, externalId: readExternalId(resource['externalId']), memberIds: [...new Set(memberIds)] }
}
