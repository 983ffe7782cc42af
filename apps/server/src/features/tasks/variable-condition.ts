import type { VariableFilter } from '@millrace/contract'
import { sql } from 'kysely'
import type { Sql } from '../../platform/list/sql.ts'
import { isOfInstance } from '../../runtime/search/rare-values.ts'

/** Returns the SQL condition for tasks `l` (rows of `task_listing`) whose process has a variable with this value. */
export function hasVariable(workplaceId: string, filter: VariableFilter): Sql {
  // Not `exists`, which a plan may answer by reading all that have the value.
  return sql`(select true from variable v where v.root_id = l.root_id and v.scope_id = l.instance_id and ${isOfInstance(workplaceId, filter)} limit 1)`
}
