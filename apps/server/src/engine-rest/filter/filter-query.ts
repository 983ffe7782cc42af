import { sql } from 'kysely'
import { withinReach } from '../../operations/within-reach.ts'
import { reachOf } from '../../platform/auth/rights.ts'
import { textFilters } from '../query/common-filters.ts'
import { allOf, anyOf, isIdOf, isText, type Sql, textFilter } from '../query/filters.ts'
import type { ListQuery, QueryScope } from '../query/list-query.ts'

export interface FilterRow {
  readonly id: string
  readonly name: string
  readonly owner: string | null
  readonly query: Readonly<Record<string, unknown>>
  readonly properties: Readonly<Record<string, unknown>> | null
}

/** The query of stored filters, all of which select tasks. */
export const filterQuery: ListQuery<FilterRow> = {
  columns: () => sql`f.id, f.name, f.owner, f.query, f.properties`,
  from: () => sql`task_filter f`,
  reading: null,
  always: (scope) => [sql`f.workplace_id = ${scope.workplaceId}::uuid`, ...whatIsSeen(scope)],
  filters: {
    filterId: isIdOf(sql`f.id`),
    resourceType: textFilter((type) => (type === 'Task' ? [] : sql`false`)),
    ...textFilters('name', sql`f.name`),
    owner: isText(sql`f.owner`),
  },
  sorts: {
    filterId: sql`f.id`,
    resourceType: sql`('Task' || left(f.name, 0))`,
    name: sql`f.name collate "C"`,
    owner: sql`f.owner collate "C"`,
  },
  tie: sql`f.id`,
}

/** One's own, and what one was granted: everything, for those whose right reaches that. */
function whatIsSeen({ reader }: QueryScope): Sql[] {
  if (reader === null) return []
  const within = withinReach(reachOf(reader, 'filters.read'), sql`f.id::text`)
  if (within.length === 0) return []
  // A token for certain processes says nothing of filters, which may be about any.
  if (reader.token?.processKeys != null) return [allOf(within)]
  return [anyOf([...within, sql`f.owner = ${reader.username}`])]
}

export function presentFilter({ id, name, owner, query, properties }: FilterRow, itemCount?: number): unknown {
  const { sorting, orQueries = [], ...conditions } = query
  return {
    id,
    resourceType: 'Task',
    name,
    owner,
    query: {
      ...withLists(conditions),
      orQueries: (orQueries as readonly object[]).map(withLists),
      ...(sorting === undefined ? {} : { sorting }),
    },
    properties: properties ?? {},
    ...(itemCount === undefined ? {} : { itemCount }),
  }
}

/** Camunda answers each list of conditions on variables, also where there are none. */
function withLists(conditions: object): object {
  return { taskVariables: [], processVariables: [], caseInstanceVariables: [], ...conditions }
}
