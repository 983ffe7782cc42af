import { sql } from 'kysely'
import type { Sql } from './filters.ts'

/**
 * What history is made of: live rows for what is open and history rows for what has ended (decision 3), with the same
 * columns. Conditions on columns reach both tables and their indexes.
 */

/** Process instances, running and ended. */
export const allInstances: Sql = sql`(
  select workplace_id, id, root_id, definition_id, business_key, caller_instance_id, started_at, null::timestamptz as ended_at, start_user_id, start_element_key,
    null::text as end_element_key, null::text as outcome, null::text as reason, tenant_id, is_suspended from instance
  union all
  select workplace_id, id, root_id, definition_id, business_key, caller_instance_id, started_at, ended_at, start_user_id, start_element_key,
    end_element_key, outcome, reason, tenant_id, false from history_instance)`

/** Element instances, open and left. Those that only wait for a job, or are kept for compensation, are no part of history. */
export const allElements: Sql = sql`(
  select e.workplace_id, e.instance_id, e.id, e.root_id, i.definition_id, e.parent_id, e.element_key, e.loop,
    case when e.execution_id = e.id then e.id when coalesce(p.open_children, i.open_children) = 1 then e.parent_id else e.execution_id end as execution_id,
    t.id as task_id, t.assignee, c.id as called_instance_id, e.started_at, null::timestamptz as ended_at, false as is_cancelled, false as ends_path
  from element e join instance i on i.workplace_id = e.workplace_id and i.id = e.instance_id
    left join element p on p.workplace_id = e.workplace_id and p.id = e.parent_id
    left join task t on t.workplace_id = e.workplace_id and t.root_id = e.root_id and t.element_id = e.id
    left join instance c on c.workplace_id = e.workplace_id and c.caller_element_id = e.id
  where e.state in ('active', 'joining')
  union all
  select workplace_id, instance_id, id, root_id, definition_id, parent_id, element_key, loop, execution_id, task_id, assignee, called_instance_id, started_at, ended_at, is_cancelled, ends_path
  from history_element)`

/**
 * The execution that Camunda would show for an open element `e` in its scope: its own when the element is a scope, that
 * of the scope around it when nothing else is open in there, else the one of its token.
 */
export const executionOfElement: Sql = sql`(case when e.execution_id = e.id then e.id
  when coalesce((select p.open_children from element p where p.workplace_id = e.workplace_id and p.id = e.parent_id), (select p.open_children from instance p where p.workplace_id = e.workplace_id and p.id = e.parent_id)) = 1
  then e.parent_id else e.execution_id end)`

/** When history of an instance may go: the time to live of its definition after the end of its root. */
export function removalTime(rootId: Sql, workplaceId: string): Sql {
  return sql`(select r.ended_at + d.history_time_to_live * interval '1 day' from history_instance r join process_definition d on d.workplace_id = r.workplace_id and d.id = r.definition_id
    where r.workplace_id = ${workplaceId}::uuid and r.id = ${rootId})`
}
