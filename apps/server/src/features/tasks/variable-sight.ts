import { sql } from 'kysely'
import { reachOfToken } from '../../platform/auth/rights.ts'
import type { Person } from '../../platform/auth/user.ts'
import { allOf, anyOf, type Sql } from '../../platform/list/sql.ts'
import type { ShownByTask } from '../../runtime/forms/definition-fields.ts'
import { reachesInSql, taskDataVisibleInSql } from '../../runtime/rights/instance-rights.ts'
import { isPlainInSql } from '../../runtime/variable-columns/shown-by-tasks.ts'

/** The reader of a list, and the variables that forms of tasks show. */
export interface Sight {
  readonly user: Person
  readonly shown: readonly ShownByTask[]
}

/**
 * Returns the SQL condition that a user sees a variable of the process of a task `l` (a row of `task_listing`): by the
 * data of the instance, or by the form of the task.
 */
export function isVariableVisible({ user, shown }: Sight, name: string): Sql {
  const showing = shown.filter(({ names }) => names.has(name))
  return anyOf([taskDataVisibleInSql(user), ...(showing.length === 0 ? [] : [isShown(user, name, showing)])])
}

/** The task itself says which form it has: for each that shows the variable there is one place in three arrays. */
function isShown(user: Person, name: string, showing: readonly ShownByTask[]): Sql {
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
