import { readVariableFilter, type SetFilter, type VariableFilter } from '@millrace/contract'
import { sql } from 'kysely'
import { compareVariable } from '../../platform/list/compare-variable.ts'
import type { Sql } from '../../platform/list/sql.ts'

/**
 * As many running instances as have a value are looked up, and nothing else is looked at. Where there are more, those
 * that match are so frequent that asking one by one soon fills a page.
 */
const fewInstances = 2_000

/**
 * As many are kept aside to compare with: to read which they are takes a tenth of asking one by one whether it is one
 * of them. Of more it would take longer than to ask those that a list is walked through, above all from a disk.
 */
const someInstances = 5_000

/**
 * Returns the SQL expression of how many instances have a variable with this value, counted in the index only: `few` of
 * them are looked up by it, `some` are materialized, and more are checked row by row.
 */
export function frequencyOfVariable(workplaceId: string, filter: VariableFilter): Sql {
  return sql`select n <= ${fewInstances} as are_few, n > ${fewInstances} and n <= ${someInstances} as are_some
    from (select count(*) as n from (select from variable v where ${isOfInstance(workplaceId, filter)} limit ${someInstances + 1}) s) c`
}

/** Returns the SQL condition that at most `fewInstances` have a variable with this value, counted in the index only. */
export function haveFewVariable(workplaceId: string, filter: VariableFilter): Sql {
  return sql`(select count(*) <= ${fewInstances} from (select from variable v where ${isOfInstance(workplaceId, filter)} limit ${fewInstances + 1}) s)`
}

/**
 * Returns the query for instances with a variable of this value, up to the number that counts as rare: `root_id` and
 * `instance_id`.
 */
export function instancesWithVariable(workplaceId: string, filter: VariableFilter): Sql {
  return sql`select v.root_id, v.instance_id from variable v where ${isOfInstance(workplaceId, filter)} limit ${fewInstances}`
}

/** Returns the SQL condition that the number of instances with this value is small enough to be materialized. */
export function someWithVariable(workplaceId: string, filter: VariableFilter): Sql {
  return sql`select v.instance_id from variable v where ${isOfInstance(workplaceId, filter)} limit ${someInstances}`
}

/** Returns the SQL condition that the row `v` of `variable` belongs to a running instance itself and has this value. */
export function isOfInstance(workplaceId: string, filter: VariableFilter): Sql {
  return sql`v.workplace_id = ${workplaceId} and v.scope_id = v.instance_id and v.name = ${filter.name} and ${compareVariable(filter)}`
}

/** Returns the conditions on variables in filters, all of which have to hold. */
export function variablesOf(filters: readonly SetFilter[]): VariableFilter[] {
  return filters
    .filter(({ name }) => name === 'variable')
    .flatMap(({ values }) => values.flatMap((text) => readVariableFilter(text) ?? []))
}
