import { sql } from 'kysely'
import { asId, type Sql } from './filters.ts'
import type { QueryScope } from './list-query.ts'
import type { SortTerm } from './sorting.ts'

/**
 * The sources of history: live rows for open objects and history rows for ended ones (decision 3), with the same
 * columns. Conditions on columns reach both tables and their indexes.
 */

/** The process instances: running, ended, and both. */
export const runningInstances: Sql = sql`(
  select workplace_id, id, root_id, definition_id, business_key, case_instance_id, caller_instance_id, started_at, null::timestamptz as ended_at, start_user_id, start_element_key,
    null::text as end_element_key, null::text as outcome, null::text as reason, tenant_id, is_suspended from instance)`

export const endedInstances: Sql = sql`(
  select workplace_id, id, root_id, definition_id, business_key, case_instance_id, caller_instance_id, started_at, ended_at, start_user_id, start_element_key,
    end_element_key, outcome, reason, tenant_id, false as is_suspended from history_instance)`

export const allInstances: Sql = sql`(${runningInstances} union all ${endedInstances})`

/**
 * The SQL of the execution that Camunda would show for an open element `e`: the own execution of an element that is a
 * scope; the execution of the parent scope when nothing else is open in that scope; otherwise the execution of the
 * token.
 */
export const executionOfElement: Sql = sql`(case when e.execution_id = e.id then e.id
  when coalesce((select p.open_children from element p where p.workplace_id = e.workplace_id and p.id = e.parent_id), (select p.open_children from instance p where p.workplace_id = e.workplace_id and p.id = e.parent_id)) = 1
  then e.parent_id else e.execution_id end)`

/**
 * The same execution as `executionOfElement`, for sorting and narrowing: a query has to join the scope of the element by
 * `joinScope`. For all rows, PostgreSQL is faster with a join than with two look-ups for each row.
 */
export const executionWithScope: Sql = sql`(case when e.execution_id = e.id then e.id when coalesce(ep.open_children, ip.open_children) = 1 then e.parent_id else e.execution_id end)`

/** Joins the scope of an element `e`: another element or the instance. */
export const joinScope: Sql = sql`left join element ep on ep.workplace_id = e.workplace_id and ep.id = e.parent_id
  left join instance ip on ip.workplace_id = e.workplace_id and ip.id = e.parent_id`

/** Returns whether a query of history needs the execution of every open row: it narrows or first sorts by executions. */
export function isByExecution({ parameters }: Pick<QueryScope, 'parameters'>, first?: SortTerm): boolean {
  return first?.name === 'executionId' || Object.hasOwn(parameters, 'executionId')
}

const taskOfElement = sql`from task t where t.workplace_id = e.workplace_id and t.root_id = e.root_id and t.element_id = e.id limit 1`

/**
 * Returns open element instances. Element instances that only wait for a job, or are kept for compensation, are left out. Values
 * of other tables are looked up for each row, not joined: PostgreSQL looks them up for the rows of a page only.
 *
 * @param needsScope whether the execution of every row is needed, see `isByExecution`.
 */
export const openElements = (needsScope = false): Sql => sql`(
  select e.workplace_id, e.instance_id, e.root_id as open_root_id, e.id, e.root_id, i.definition_id, e.parent_id, e.element_key, e.loop, ${needsScope ? executionWithScope : executionOfElement} as execution_id,
    (select t.id ${taskOfElement}) as task_id, (select t.assignee ${taskOfElement}) as assignee,
    (select c.id from instance c where c.workplace_id = e.workplace_id and c.caller_element_id = e.id limit 1) as called_instance_id, e.started_at, null::timestamptz as ended_at, false as is_cancelled, false as ends_path
  from element e join instance i on i.workplace_id = e.workplace_id and i.id = e.instance_id ${needsScope ? joinScope : sql``}
  where e.state in ('active', 'joining'))`

/** Ended element instances. */
export const endedElements: Sql = sql`(
  select workplace_id, instance_id, null::uuid as open_root_id, id, root_id, definition_id, parent_id, element_key, loop, execution_id, task_id, assignee, called_instance_id, started_at, ended_at, is_cancelled, ends_path
  from history_element)`

/** Element instances, open and ended. */
export const allElements: Sql = sql`(${openElements()} union all ${endedElements})`

/**
 * Returns the removal time of the history of an instance: an explicitly set time, or the end of the root plus the time
 * to live of its definition.
 *
 * @param subjectId the id of the row whose removal time may have been set: the instance.
 */
export function removalTime(rootId: Sql, workplaceId: string, subjectId: Sql = rootId): Sql {
  return orSet(workplaceId, subjectId, ofDefinition(rootId, workplaceId))
}

/** Returns a removal time that was set explicitly, even if it is “never”; otherwise the given one. */
export function orSet(workplaceId: string, subjectId: Sql, otherwise: Sql): Sql {
  const set = sql`from removal_time s where s.workplace_id = ${workplaceId}::uuid and s.subject_id = ${subjectId}`
  return sql`(case when exists (select ${set}) then (select s.removal_at ${set}) else ${otherwise} end)`
}

function ofDefinition(rootId: Sql, workplaceId: string): Sql {
  const strategy = sql`(select s.value #>> '{}' from setting s where s.workplace_id = ${workplaceId}::uuid and s.key = 'history.removalTime')`
  const days = sql`coalesce((select d.history_time_to_live from process_definition d where d.workplace_id = r.workplace_id and d.id = r.definition_id),
    (select d.history_time_to_live from former_definition d where d.workplace_id = r.workplace_id and d.id = r.definition_id))`
  return sql`(select case ${strategy} when 'none' then null when 'start' then r.started_at else r.ended_at end + ${days} * interval '1 day' from history_instance r
    where r.workplace_id = ${workplaceId}::uuid and r.id = ${rootId})`
}

const elementOfTask = sql`e.workplace_id = t.workplace_id and e.id = t.element_id`

/**
 * Returns the open tasks that match a condition. Standalone tasks have no instance. Their execution is looked up for each
 * row, not joined: PostgreSQL looks it up for the rows of a page only.
 *
 * @param needsScope whether the execution of every row is needed, see `isByExecution`.
 */
export const openTasks = (where: Sql = sql`true`, needsScope = false): Sql => sql`(
  select t.workplace_id, t.instance_id, t.instance_id as place_id, t.root_id as open_root_id, t.id, nullif(t.root_id, t.id) as root_id, t.element_id,
    ${needsScope ? executionWithScope : sql`(select ${executionOfElement} from element e where ${elementOfTask})`} as execution_id,
    t.definition_id, t.task_key, t.name, t.description, t.assignee, t.owner, t.priority, t.due_at, t.follow_up_at, t.created_at, t.updated_at, null::timestamptz as ended_at, null::text as reason,
    t.tenant_id, t.parent_task_id
  from task t ${needsScope ? sql`left join element e on ${elementOfTask} ${joinScope}` : sql``} where ${where})`

export const endedTasks: Sql = sql`(
  select workplace_id, nullif(instance_id, id) as instance_id, instance_id as place_id, null::uuid as open_root_id, id, nullif(root_id, id) as root_id, nullif(element_id, '00000000-0000-0000-0000-000000000000') as element_id,
    nullif(execution_id, '00000000-0000-0000-0000-000000000000') as execution_id, nullif(definition_id, '00000000-0000-0000-0000-000000000000') as definition_id, nullif(task_key, '') as task_key,
    name, description, assignee, owner, priority, due_at, follow_up_at, created_at, null::timestamptz as updated_at, ended_at, reason, tenant_id, null::uuid as parent_task_id
  from history_task)`

/**
 * Returns conditions for rows of `allTasks` and `allElements` that belong to a process instance. Open rows are found by
 * their root, which has an index.
 *
 * @param place the column with the stored instance.
 */
export function ofInstance(place: Sql, text: string, workplaceId: string): Sql[] {
  const id = sql`${asId(text)}::uuid`
  const root = sql`(select r.root_id from instance r where r.workplace_id = ${workplaceId}::uuid and r.id = ${id})`
  return [sql`${place} = ${id}`, sql`(q.open_root_id = ${root} or q.open_root_id is null)`]
}

/** Tasks, open and ended. */
const allTasks: Sql = sql`(${openTasks()} union all ${endedTasks})`

/**
 * Joins the task with an id as `t`, if it exists. It is looked up for each row: in a join with all tasks of the
 * workplace, PostgreSQL may read all tasks for each row until it has statistics.
 */
export function joinTask(workplaceId: Sql, id: Sql): Sql {
  return sql`left join lateral (select * from ${allTasks} a where a.workplace_id = ${workplaceId} and a.id = ${id} offset 0) t on true`
}

/**
 * The condition for the last row of a variable in `history_variable h`. It is looked up by the variable alone: in a
 * join, or by instance too, PostgreSQL may compare all rows of an instance with each other.
 */
export const isLastValue: Sql = sql`h.id = (select n.id from history_variable n where n.workplace_id = h.workplace_id and n.variable_id = h.variable_id order by n.id desc limit 1)`

/**
 * Returns `from … where …` with the last values of variables as `v`, for conditions on variables of running and ended
 * instances.
 *
 * @param condition on `h`, such as its instance or scope.
 */
export function historicVariables(condition: Sql): Sql {
  return sql`from (select h.name, h.type, h.value, case when h.type in ('Integer', 'Short', 'Long', 'Double') then h.value::float8 when h.type = 'Boolean' then (h.value = 'true')::int
      when h.type = 'Date' then extract(epoch from h.value::timestamptz) * 1000 end as number
    from history_variable h where ${condition} and not h.is_removed and ${isLastValue}) v where true`
}
