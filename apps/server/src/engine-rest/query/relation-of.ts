import { withinTenants } from '../../operations/tenants/within-tenants.ts'
import { withinReach } from '../../operations/within-reach.ts'
import { reachOf } from '../../platform/auth/rights.ts'
import { refuseConditions } from '../../platform/list/refuse-conditions.ts'
import type { OrderTerm, Relation } from '../../platform/list/relation.ts'
import { anyOf, listConditions, type Sql } from './filters.ts'
import type { ListQuery, QueryScope } from './list-query.ts'
import { isGiven, readObjects } from './read-parameter.ts'
import { readBodySorting, readQuerySorting, type SortTerm } from './sorting.ts'

/** Returns the relation for the parameters of a query. */
export function relationOf<Row>(query: ListQuery<Row>, scope: QueryScope): Relation {
  for (const findContradiction of query.contradictions ?? []) {
    const contradiction = findContradiction(scope.parameters)
    if (contradiction !== null) throw contradiction
  }
  const own = listConditions(query.filters, scope)
  const either = orConditions(query, scope)
  const { sorting } = scope.parameters
  const sortings = Array.isArray(sorting) ? sorting.length : 0
  const count = own.length + either.reduce((sum, conditions) => sum + conditions.length, sortings)
  const refusal = refuseConditions(count, scope.budgets)
  if (refusal !== null) throw refusal
  return {
    columns: query.columns(scope),
    from: query.from(scope),
    where: [...(query.always?.(scope) ?? []), ...whatIsRead(query, scope), ...own, ...either.map(anyOf)],
  }
}

/** Returns the conditions of the rows that the reader of a query may see; none where that is all of them. */
export function whatIsRead<Row>({ reading, tenant }: ListQuery<Row>, { reader }: QueryScope): Sql[] {
  if (reader === null) return []
  return [
    ...(reading === null ? [] : withinReach(reachOf(reader, reading.right), reading.processKey)),
    ...(tenant === undefined ? [] : withinTenants(reader, tenant)),
  ]
}

/** Returns the conditions of each of `orQueries`, of which one has to hold. Nested `orQueries` are ignored. */
function orConditions<Row>({ filters, hasOrQueries }: ListQuery<Row>, scope: QueryScope): Sql[][] {
  const { orQueries } = scope.parameters
  if (hasOrQueries !== true || scope.origin !== 'body' || !isGiven(orQueries)) return []
  return readObjects(orQueries, { name: 'orQueries' }).flatMap((parametersOfOne) => {
    const conditions = listConditions(filters, {
      ...scope,
      parameters: parametersOfOne,
      isOr: true,
    })
    return conditions.length === 0 ? [] : [conditions]
  })
}

/** Reads the sorting of a query from its parameters. */
export function readSorting<Row>(
  { sorts, namesUnknownSorts }: ListQuery<Row>,
  { parameters, origin, workplaceId }: QueryScope,
): SortTerm[] {
  return origin === 'query'
    ? readQuerySorting(parameters as Record<string, string>, sorts, workplaceId)
    : readBodySorting(parameters, sorts, workplaceId, namesUnknownSorts)
}

/**
 * Returns the order of a query. Rows with equal values have the direction of the last sorting, so that one index serves
 * both directions.
 */
export function orderOf<Row>(query: ListQuery<Row>, sorting: readonly SortTerm[]): OrderTerm[] {
  const isDescending = query.keepsTies !== true && sorting.at(-1)?.isDescending === true
  const own = (query.order ?? []).map((expression) => ({ expression }))
  return [...sorting, ...own, { expression: query.tie, isDescending }]
}
