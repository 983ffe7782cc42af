import { sql } from 'kysely'
import { isLike as isLikePattern } from '../../platform/list/conditions.ts'
import { invalid } from '../http/rest-refusal.ts'
import {
  asId,
  type Filter,
  type Filters,
  flag,
  integerFilter,
  isFlagged,
  isLike,
  isNoneOf,
  isOneOf,
  isText,
  option,
  type Sql,
  textFilter,
  textsFilter,
} from './filters.ts'
import { isGiven, readTexts } from './read-parameter.ts'

/**
 * Returns the filters `tenantIdIn` and `withoutTenantId`.
 *
 * @param including the option by which `tenantIdIn` also includes rows without a tenant.
 */
export function tenantFilters(column: Sql, including?: string): Filters {
  return {
    tenantIdIn: (value, context) => {
      if (!isGiven(value)) return []
      const tenants = readTexts(value, context)
      // Of the two, Camunda keeps what it reads last.
      if (!context.isOr && isFlagged(context, 'withoutTenantId')) return []
      if (including !== undefined && isFlagged(context, including))
        return [sql`(${column} = any(${tenants}::text[]) or ${column} is null)`]
      return [sql`${column} = any(${tenants}::text[])`]
    },
    withoutTenantId: flag(sql`${column} is null`),
    ...(including === undefined ? {} : { [including]: option }),
  }
}

/**
 * Returns the filters `active` and `suspended`. Each filters only when it is true; if both are true, only suspended
 * rows match.
 */
export function suspensionFilters(column: Sql): Filters {
  const active = flag(sql`not ${column}`)
  return {
    active: (value, context) => (isFlagged(context, 'suspended') ? [] : active(value, context)),
    suspended: flag(column),
  }
}

/**
 * Returns the filters `incidentId`, `incidentType`, `incidentMessage` and `incidentMessageLike`.
 *
 * @param incidents `from … where …` with the incidents of a row, as `n`.
 */
export function incidentFilters(incidents: Sql): Filters {
  const has = (condition: (value: string) => Sql) =>
    textFilter((value) => sql`exists (select 1 ${incidents} and ${condition(value)})`)
  return {
    incidentId: has((value) => sql`n.id::text = ${value}`),
    incidentType: has((value) => sql`n.type = ${value}`),
    incidentMessage: has((value) => sql`n.message = ${value}`),
    incidentMessageLike: has((value) => isLikePattern(sql`n.message`, value)),
  }
}

/** The version of a definition, which is at least 1. */
export const isVersion = (column: Sql) =>
  integerFilter((version) => {
    if (version < 1) throw invalid('version is not greater than 0', 0)
    return sql`${column} = ${version}`
  })

/** Returns the filters `NAME` and `NAMELike` on a column. */
export function textFilters(name: string, column: Sql): Filters {
  return { [name]: isText(column), [`${name}Like`]: isLike(column) }
}

/** Returns the filters `NAME`, `NAMEIn` and `NAMENotIn` on a column. */
export function keyFilters(name: string, column: Sql): Filters {
  return { [name]: isText(column), [`${name}In`]: isOneOf(column), [`${name}NotIn`]: isNoneOf(column) }
}

/**
 * Returns the filter of rows in live tables by process instances. These tables are indexed by root, so the root is
 * looked up.
 *
 * @param row the alias of the table.
 */
export function inInstances(row: Sql): Filter {
  return textsFilter((ids, { workplaceId }) => ofInstances(row, ids, workplaceId))
}

export function inInstance(row: Sql): Filter {
  return textFilter((id, { workplaceId }) => ofInstances(row, [id], workplaceId))
}

/**
 * Returns the condition that a row belongs to one of some instances. A single one is compared with `=`, so that
 * PostgreSQL keeps the plan. For an array, whose length a prepared plan does not know, PostgreSQL would plan again on
 * each call, which takes six times as long as the query.
 */
function ofInstances(row: Sql, ids: readonly string[], workplaceId: string): Sql {
  const known = ids.map(asId)
  if (known.length === 1)
    return sql`(${row}.instance_id = ${known[0]}::uuid and ${row}.root_id = (select r.root_id from instance r where r.workplace_id = ${workplaceId}::uuid and r.id = ${known[0]}::uuid))`
  return sql`(${row}.instance_id = any(${known}::uuid[]) and ${row}.root_id = any(array(select r.root_id from instance r where r.workplace_id = ${workplaceId}::uuid and r.id = any(${known}::uuid[]))))`
}
