import { sql } from 'kysely'
import { instanceHistoryQuery } from '../history/instance-history.ts'
import { type Body, textsOf } from '../http/body.ts'
import type { Call } from '../http/call.ts'
import { instanceQuery } from '../process-instance/instance-query.ts'
import { asId, type Sql } from '../query/filters.ts'
import { type ListQuery, scopeOf } from '../query/list-query.ts'
import { conditionOf } from '../query/list-sql.ts'

/** The ids that a body selects, as a query of one column `id`; null when it selects none. */
export interface Targets {
  readonly ids: Sql | null
  /** As it was asked. */
  readonly asked: Readonly<Record<string, unknown>>
}

/** A query that a body may contain to select the items of a batch, with the column of their ids. */
export interface TargetQuery {
  readonly name: string
  readonly query: ListQuery<never>
  readonly id: Sql
}

export const runningInstances: TargetQuery = {
  name: 'processInstanceQuery',
  query: instanceQuery as ListQuery<never>,
  id: sql`i.id`,
}
export const pastInstances: TargetQuery = {
  name: 'historicProcessInstanceQuery',
  query: instanceHistoryQuery as ListQuery<never>,
  id: sql`q.id`,
}

/** Returns the ids that a body lists, and those that its queries find, without duplicates. */
export function readTargets(
  call: Call,
  body: Body,
  { list, queries }: { readonly list: string; readonly queries: readonly TargetQuery[] },
): Targets {
  const ids = textsOf(body, list)
  const given = queries.filter(({ name }) => body[name] != null)
  const parts = [
    ...(ids === null || ids.length === 0 ? [] : [sql`select unnest(${[...new Set(ids.map(asId))]}::uuid[]) as id`]),
    ...given.map(({ name, query, id }) => foundBy(call, query, id, body[name])),
  ]
  return {
    ids: parts.length === 0 ? null : sql.join(parts, sql` union `),
    asked: Object.fromEntries(
      [list, ...queries.map(({ name }) => name)].flatMap((name) => (body[name] == null ? [] : [[name, body[name]]])),
    ),
  }
}

export function foundBy(call: Call, query: ListQuery<never>, id: Sql, asked: unknown): Sql {
  const scope = scopeOf(call, asked)
  return sql`select ${id} as id from ${query.from(scope)} where ${conditionOf(query, scope)}`
}

/** A query that returns no rows. */
export const nothing: Sql = sql`select null::uuid as id where false`
