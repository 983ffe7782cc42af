import { readVariableFilter, type SetFilter, type VariableFilter } from '@millrace/contract'
import { sql } from 'kysely'
import type { User } from '../../platform/auth/user.ts'
import { compareVariable } from '../../platform/list/compare-variable.ts'
import { allOf, type Sql } from '../../platform/list/sql.ts'
import { taskDataVisibleInSql } from '../../runtime/rights/instance-rights.ts'

/**
 * As many instances as have the value are looked up in one go, and the tasks compared with them; where there are more,
 * tasks that match are so frequent that asking one by one soon fills a page.
 */
const few = 50_000

/**
 * Tasks of `l` (rows of `task_listing`) whose process has variables of these values, all of them. Whoever may not see the
 * variables of an instance learns nothing of them by its tasks being in the list or not.
 */
export function hasVariables(user: User, { values }: SetFilter): Sql {
  return allOf([
    ...values.flatMap((text) => {
      const filter = readVariableFilter(text)
      return filter === null ? [] : [hasVariable(user.workplaceId, filter)]
    }),
    taskDataVisibleInSql(user),
  ])
}

function hasVariable(workplaceId: string, filter: VariableFilter): Sql {
  const ofProcess = sql`v.workplace_id = ${workplaceId} and v.scope_id = v.instance_id and v.name = ${filter.name} and ${compareVariable(filter)}`
  const some = sql`select v.instance_id from variable v where ${ofProcess} limit ${few + 1}`
  return sql`case when (select count(*) <= ${few} from (${some}) s)
    then l.instance_id in (${some})
    else exists (select from variable v where v.root_id = l.root_id and v.scope_id = l.instance_id and ${ofProcess}) end`
}
