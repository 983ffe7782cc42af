import { readVariableFilter, type SetFilter, type VariableFilter } from '@millrace/contract'
import { sql } from 'kysely'
import { reachOfToken } from '../../platform/auth/rights.ts'
import type { User } from '../../platform/auth/user.ts'
import { compareVariable } from '../../platform/list/compare-variable.ts'
import { allOf, anyOf, type Sql } from '../../platform/list/sql.ts'
import type { ShownByTask } from '../../runtime/forms/definition-fields.ts'
import { reachesInSql, taskDataVisibleInSql } from '../../runtime/rights/instance-rights.ts'
import { isPlainInSql } from '../../runtime/variable-columns/shown-by-tasks.ts'

/** Whose list it is, and what forms of tasks show him. */
export interface Sight {
  readonly user: User
  readonly shown: readonly ShownByTask[]
}

/**
 * As many instances as have the value are looked up in one go, and the tasks compared with them; where there are more,
 * tasks that match are so frequent that asking one by one soon fills a page.
 */
const few = 50_000

/**
 * Tasks of `l` (rows of `task_listing`) whose process has variables of these values, all of them. Whoever may see neither
 * the data of an instance nor the variable in the form of the task learns nothing of it by the task being in the list or not.
 */
export function hasVariables(sight: Sight, { values }: SetFilter): Sql {
  const { workplaceId } = sight.user
  return allOf(
    values.flatMap((text) => {
      const filter = readVariableFilter(text)
      return filter === null ? [] : [hasVariable(workplaceId, filter), isVisible(sight, filter.name)]
    }),
  )
}

function hasVariable(workplaceId: string, filter: VariableFilter): Sql {
  const ofProcess = sql`v.workplace_id = ${workplaceId} and v.scope_id = v.instance_id and v.name = ${filter.name} and ${compareVariable(filter)}`
  const some = sql`select v.instance_id from variable v where ${ofProcess} limit ${few + 1}`
  return sql`case when (select count(*) <= ${few} from (${some}) s)
    then l.instance_id in (${some})
    else exists (select from variable v where v.root_id = l.root_id and v.scope_id = l.instance_id and ${ofProcess}) end`
}

function isVisible({ user, shown }: Sight, name: string): Sql {
  const showing = shown.filter(({ names }) => names.has(name))
  return anyOf([taskDataVisibleInSql(user), ...(showing.length === 0 ? [] : [isShown(user, name, showing)])])
}

/** The task itself says which form it has: for each that shows the variable there is one place in three arrays. */
function isShown(user: User, name: string, showing: readonly ShownByTask[]): Sql {
  const { workplaceId } = user
  const definitionIds = sql`${showing.map(({ definitionId }) => definitionId)}::uuid[]`
  const taskKeys = sql`${showing.map(({ taskKey }) => taskKey)}::text[]`
  const formKeys = sql`${showing.map(({ formKey }) => formKey ?? '')}::text[]`
  const ofInstance = { rootId: sql`l.root_id`, instanceId: sql`l.instance_id` }
  return allOf([
    reachesInSql(reachOfToken(user), sql`l.process_key`),
    sql`(select true from task o where o.workplace_id = ${workplaceId} and o.id = l.task_id
      and (o.definition_id, o.task_key, coalesce(o.form_key, '')) in (select * from unnest(${definitionIds}, ${taskKeys}, ${formKeys})) limit 1)`,
    sql`(select true from variable v where v.workplace_id = ${workplaceId} and v.root_id = l.root_id and v.scope_id = l.instance_id
      and v.name = ${name} and ${isPlainInSql(workplaceId, ofInstance)} limit 1)`,
  ])
}
