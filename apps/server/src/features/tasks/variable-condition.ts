import { readVariableFilter, type SetFilter, type VariableFilter } from '@millrace/contract'
import { sql } from 'kysely'
import { compareVariable } from '../../platform/list/compare-variable.ts'
import type { Sql } from '../../platform/list/sql.ts'

/**
 * As many instances as have a value are looked up, and nothing else is looked at. Where there are more, tasks that match
 * are so frequent that asking one by one soon fills a page.
 */
const fewInstances = 2_000

/** Tasks of `l` (rows of `task_listing`) whose process has a variable of this value. */
export function hasVariable(workplaceId: string, filter: VariableFilter): Sql {
  // Not `exists`, which a plan may answer by reading all that have the value.
  return sql`(select true from variable v where v.root_id = l.root_id and v.scope_id = l.instance_id and ${isOne(workplaceId, filter)} limit 1)`
}

/** Whether no more than `fewInstances` have a variable of this value: counted in the index alone. */
export function haveFewVariable(workplaceId: string, filter: VariableFilter): Sql {
  return sql`(select count(*) <= ${fewInstances} from (select from variable v where ${isOne(workplaceId, filter)} limit ${fewInstances + 1}) s)`
}

/** Instances with a variable of this value: `root_id` and `instance_id`. */
export function instancesWithVariable(workplaceId: string, filter: VariableFilter): Sql {
  return sql`select v.root_id, v.instance_id from variable v where ${isOne(workplaceId, filter)} limit ${fewInstances}`
}

function isOne(workplaceId: string, filter: VariableFilter): Sql {
  return sql`v.workplace_id = ${workplaceId} and v.scope_id = v.instance_id and v.name = ${filter.name} and ${compareVariable(filter)}`
}

/** What a filter for variables says, all of which has to hold. */
export function variablesOf(filters: readonly SetFilter[]): VariableFilter[] {
  return filters
    .filter(({ name }) => name === 'variable')
    .flatMap(({ values }) => values.flatMap((text) => readVariableFilter(text) ?? []))
}
