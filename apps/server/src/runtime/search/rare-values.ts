import { readVariableFilter, type SetFilter, type VariableFilter } from '@millrace/contract'
import { sql } from 'kysely'
import { compareVariable } from '../../platform/list/compare-variable.ts'
import type { Sql } from '../../platform/list/sql.ts'

/**
 * As many running instances as have a value are looked up, and nothing else is looked at. Where there are more, those that
 * match are so frequent that asking one by one soon fills a page.
 */
const fewInstances = 2_000

/** Whether no more than `fewInstances` have a variable of this value: counted in the index alone. */
export function haveFewVariable(workplaceId: string, filter: VariableFilter): Sql {
  return sql`(select count(*) <= ${fewInstances} from (select from variable v where ${isOfInstance(workplaceId, filter)} limit ${fewInstances + 1}) s)`
}

/** Instances with a variable of this value, as many as are few: `root_id` and `instance_id`. */
export function instancesWithVariable(workplaceId: string, filter: VariableFilter): Sql {
  return sql`select v.root_id, v.instance_id from variable v where ${isOfInstance(workplaceId, filter)} limit ${fewInstances}`
}

/** Whether the row `v` of `variable` is one of a running instance itself, with this value. */
export function isOfInstance(workplaceId: string, filter: VariableFilter): Sql {
  return sql`v.workplace_id = ${workplaceId} and v.scope_id = v.instance_id and v.name = ${filter.name} and ${compareVariable(filter)}`
}

/** What filters for variables say, all of which has to hold. */
export function variablesOf(filters: readonly SetFilter[]): VariableFilter[] {
  return filters
    .filter(({ name }) => name === 'variable')
    .flatMap(({ values }) => values.flatMap((text) => readVariableFilter(text) ?? []))
}
