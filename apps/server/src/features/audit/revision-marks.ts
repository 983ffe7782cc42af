import type { SetFilter } from '@millrace/contract'
import { type RawBuilder, sql } from 'kysely'
import { isBeyond } from '../../platform/list/keys.ts'
import type { Ask } from '../../platform/list/source.ts'
import { allOf, type Sql } from '../../platform/list/sql.ts'

/** The number of newest revisions that are searched for a condition without an index. */
export const auditWindow = 5_000

const operations = ['insert', 'update', 'delete']

/**
 * Returns the revisions of a query as a table `m` of `at` and `number`, or null when the query has no condition. It has
 * a branch for each value of a filter, whose rows an index has in the order of the list; PostgreSQL merges the branches
 * as far as needed. So a kind that was changed once among millions costs as little as a common one.
 */
export function marksOf(ask: Ask): Sql | null {
  const branches = branchesOf(ask)
  if (branches === null) return isWindowed(ask) ? sql`(${newest(ask)}) m` : null
  const direction = directionOf(ask)
  const limit = limitOf(ask)
  const parts = branches.map(({ table, number, where }) => {
    const columns = sql`${sql.ref(`${table}.at`)}, ${number} as number`
    const order = sql`${sql.ref(`${table}.at`)} ${direction}, ${number} ${direction}`
    const conditions = allOf([...where, ...timesOf(ask, { at: sql.ref(`${table}.at`), number })])
    return sql`(select distinct on (${sql.ref(`${table}.at`)}, ${number}) ${columns}
      from ${table === 'e' ? sql`audit_entry e` : sql`audit_revision e2`} where ${conditions} order by ${order} limit ${limit})`
  })
  if (parts.length === 1) return sql`${parts[0]} m`
  return sql`(select distinct on (u.at, u.number) u.at, u.number from (${sql.join(parts, sql` union all `)}) u
    order by u.at ${direction}, u.number ${direction} limit ${limit}) m`
}

/** Returns whether only the newest revisions are searched: no index answers two conditions together, or a text. */
export function isWindowed({ query: { q, filters } }: Ask): boolean {
  const has = (...names: readonly string[]) => filters.some(({ name }) => names.includes(name))
  return q !== '' || (has('user') && has('entity', 'operation', 'name')) || (has('name') && has('entity', 'operation'))
}

interface Branch {
  readonly table: 'e' | 'e2'
  readonly number: RawBuilder<unknown>
  readonly where: readonly Sql[]
}

function branchesOf(ask: Ask): readonly Branch[] | null {
  const { query, user } = ask
  const values = (name: string) => query.filters.find((filter) => filter.name === name)?.values
  const [entities, kinds, names, users] = [values('entity'), values('operation'), values('name'), values('user')]
  const ofEntry = (...where: Sql[]): Branch => ({
    table: 'e',
    number: sql.ref('e.revision'),
    where: [sql`e.workplace_id = ${user.workplaceId}`, ...where],
  })
  if (names !== undefined)
    return names.map((name) =>
      ofEntry(
        sql`e.label_key = left(lower(${name}::text), 200)`,
        ...(entities === undefined ? [] : [sql`e.entity = any(${[...entities]}::text[])`]),
        ...(kinds === undefined ? [] : [sql`e.operation = any(${[...kinds]}::text[])`]),
      ),
    )
  if (entities !== undefined)
    return entities.flatMap((entity) =>
      (kinds ?? operations).map((kind) => ofEntry(sql`e.entity = ${entity}`, sql`e.operation = ${kind}`)),
    )
  if (kinds !== undefined) return kinds.map((kind) => ofEntry(sql`e.operation = ${kind}`))
  if (users === undefined || query.q !== '') return null
  return users.map((name) => ({
    table: 'e2',
    number: sql.ref('e2.number'),
    where: [sql`e2.workplace_id = ${user.workplaceId}`, sql`e2.user_id = ${name}`],
  }))
}

/** The newest revisions, in which a text is looked for. */
function newest(ask: Ask): Sql {
  const direction = directionOf(ask)
  const users = ask.query.filters.find(({ name }) => name === 'user')?.values
  const conditions = allOf([
    sql`n.workplace_id = ${ask.user.workplaceId}`,
    ...(users === undefined ? [] : [sql`n.user_id = any(${[...users]}::text[])`]),
    ...timesOf(ask, { at: sql.ref('n.at'), number: sql.ref('n.number') }),
  ])
  return sql`select n.at, n.number from audit_revision n where ${conditions} order by n.at ${direction}, n.number ${direction} limit ${auditWindow}`
}

/** From and to, and the bound of the page. */
function timesOf(ask: Ask, { at, number }: { readonly at: Sql; readonly number: Sql }): Sql[] {
  const times = ask.query.filters.filter(({ name }) => name === 'at').map((filter) => timeOf(at, filter))
  const [order] = ask.order
  if (ask.bound === null || order === undefined) return times
  const keys = [
    { ...order, sql: at, type: 'instant' },
    { ...order, sql: number, type: 'integer' },
  ] as const
  return [...times, isBeyond(keys, ask.bound)]
}

function timeOf(at: Sql, { operator, values: [value] }: SetFilter): Sql {
  return sql`${at} ${sql.raw(operator === 'before' ? '<' : '>=')} ${value}::timestamptz`
}

function limitOf(ask: Ask): number {
  return isWindowed(ask) ? auditWindow : ask.limit + 1
}

function directionOf({ order: [first] }: Ask): Sql {
  return sql.raw(first?.isDescending === false ? 'asc' : 'desc')
}
