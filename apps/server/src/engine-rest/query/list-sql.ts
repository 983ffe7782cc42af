import { sql } from 'kysely'
import * as lists from '../../platform/list/relation.ts'
import { isByKey } from './by-key.ts'
import { allOf, type Sql } from './filters.ts'
import type { ListQuery, QueryScope } from './list-query.ts'
import { partedSql } from './parts.ts'
import type { Page } from './read-page.ts'
import { orderOf, readSorting, relationOf, whatIsRead } from './relation-of.ts'

/** Returns the SQL of the rows of a page of a list. */
export function selectSql<Row>(query: ListQuery<Row>, scope: QueryScope, page: Page): Sql {
  const relation = relationOf(query, scope)
  const { columns } = relation
  const sorting = readSorting(query, scope)
  const order = orderOf(query, sorting)
  const { maxResults: limit, firstResult: offset } = page
  const isJoined = query.joins === undefined || needsJoins(query.joins, query, scope)
  const isSortedByJoined = sorting.some(({ name }) => query.joins?.sorts.includes(name))
  // No page is cut from a whole list, because its rows would be sorted before the tables are joined and again afterwards.
  if (limit === null && query.joins !== undefined) {
    const from = isSortedByJoined ? query.joins.to(query.joins.source(scope)) : relation.from
    return lists.selectSql({ ...relation, from }, { order, offset })
  }
  const parts = isByKey(query, scope) ? null : (query.parts?.(scope, sorting, isJoined || isSortedByJoined) ?? null)
  if (parts === null) return lists.selectSql(relation, { order, limit, offset })
  const whereWithout = (names: readonly string[]) => {
    if (names.length === 0) return relation.where
    const left = Object.entries(scope.parameters).filter(([name]) => !names.includes(name))
    return relationOf(query, { ...scope, parameters: Object.fromEntries(left) }).where
  }
  if (isJoined) return partedSql({ columns, whereWithout, parts, order, limit, offset })
  // Also where an order needs joined tables: PostgreSQL leaves out the joins of which only the answer has columns.
  const { alias, to } = query.joins
  const found = partedSql({ columns: sql`${alias}.*`, whereWithout, parts, order, limit, offset })
  return lists.selectSql({ columns, from: to(sql`(${found}) ${alias}`), where: [] }, { order })
}

/** Returns whether conditions of a query concern the joined tables: filters, or what the reader may see. */
function needsJoins<Row>(
  { filters }: NonNullable<ListQuery<Row>['joins']>,
  query: ListQuery<Row>,
  scope: QueryScope,
): boolean {
  const { parameters } = scope
  // Conditions of `orQueries` may concern any table.
  const names = query.hasOrQueries === true ? [...filters, 'orQueries'] : filters
  return whatIsRead(query, scope).length > 0 || names.some((name) => Object.hasOwn(parameters, name))
}

/** Returns the SQL that counts all rows of a list. */
export function countSql<Row>(query: ListQuery<Row>, scope: QueryScope): Sql {
  const { where, from } = relationOf(query, scope)
  const { joins } = query
  const source = joins === undefined || needsJoins(joins, query, scope) ? from : joins.source(scope)
  return sql`select ${lists.countSql({ from: source, where })} as count`
}

/** Returns the conditions of a query as one. */
export function conditionOf<Row>(query: ListQuery<Row>, scope: QueryScope): Sql {
  return allOf(relationOf(query, scope).where)
}
