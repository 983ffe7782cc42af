import type { Statement } from '../../platform/db/batch.ts'
import { dropRootStatements } from './drop-root.ts'

export interface ForcedEnd {
  readonly workplaceId: string
  readonly rootId: string
  readonly at: string
  readonly userId: string
  readonly reason: string
  readonly newId: () => string
}

/** Lists of instances keep those that have ended, and so does the search. */
const kept: ReadonlySet<string> = new Set(['instance_listing_drop_root', 'search_word_drop_root'])

/**
 * Returns the statements that end a root which the engine cannot process: open elements and tasks are written to
 * history as cancelled as far as the history levels of the definitions keep them (`restrictHistory`), and all rows of
 * the root are deleted. No listener, mapping or compensation runs.
 */
export function forceEndStatements({ workplaceId, rootId, at, userId, reason, newId }: ForcedEnd): Statement[] {
  return [
    {
      name: 'force_end_instances',
      text: `insert into history_instance (workplace_id, id, root_id, definition_id, business_key, case_instance_id, title, caller_instance_id, started_at, ended_at, start_user_id, start_element_key, outcome, reason, ended_by, tenant_id)
        select workplace_id, id, root_id, definition_id, business_key, case_instance_id, title, caller_instance_id, started_at, greatest($3::timestamptz, started_at), start_user_id, start_element_key, 'deleted', $5, $4, tenant_id
        from instance where workplace_id = $1 and root_id = $2`,
      values: [workplaceId, rootId, at, userId, reason],
    },
    {
      name: 'force_end_elements',
      text: `insert into history_element (workplace_id, instance_id, id, root_id, definition_id, parent_id, element_key, loop, execution_id, flow_key, task_id, assignee, called_instance_id, started_at, ended_at, is_cancelled, ends_path)
        select e.workplace_id, e.instance_id, e.id, e.root_id, i.definition_id, e.parent_id, e.element_key, e.loop, e.execution_id, e.flow_key, t.id, t.assignee, c.id, e.started_at, greatest($3::timestamptz, e.started_at), true, false
        from element e join instance i on i.workplace_id = e.workplace_id and i.id = e.instance_id
          join process_definition d on d.workplace_id = i.workplace_id and d.id = i.definition_id and d.history_level <> 'none'
          left join task t on t.workplace_id = e.workplace_id and t.root_id = e.root_id and t.element_id = e.id
          left join instance c on c.workplace_id = e.workplace_id and c.root_id = e.root_id and c.caller_element_id = e.id
        where e.workplace_id = $1 and e.root_id = $2 and e.state in ('active', 'joining')`,
      values: [workplaceId, rootId, at],
    },
    {
      name: 'force_end_tasks',
      text: `insert into history_task (workplace_id, instance_id, id, root_id, element_id, execution_id, definition_id, task_key, name, title, description, assignee, owner, priority, due_at, follow_up_at, created_at, ended_at, reason, ended_by, candidate_users, candidate_groups, tenant_id)
        select workplace_id, instance_id, id, root_id, element_id, execution_id, definition_id, task_key, name, title, description, assignee, owner, priority, due_at, follow_up_at, created_at, greatest($3::timestamptz, created_at), 'deleted', $4,
          nullif(candidate_users, '{}'), nullif(candidate_groups, '{}'), tenant_id
        from task where workplace_id = $1 and root_id = $2 and instance_id is not null`,
      values: [workplaceId, rootId, at, userId],
    },
    {
      name: 'force_end_incidents',
      text: `insert into history_fact (workplace_id, instance_id, id, at, kind, subject_id, element_id, user_id, data)
        select n.workplace_id, n.instance_id, md5(n.id::text || $5)::uuid, $3, 'incident-ended', n.id, n.element_id, $4, '{"outcome":"deleted"}'
        from incident n join instance i on i.workplace_id = n.workplace_id and i.id = n.instance_id
          join process_definition d on d.workplace_id = i.workplace_id and d.id = i.definition_id and d.history_level = 'full'
        where n.workplace_id = $1 and n.root_id = $2`,
      values: [workplaceId, rootId, at, userId, newId()],
    },
    {
      name: 'force_end_listing',
      text: `update instance_listing set ended_at = $3, is_cancelled = true, is_filed = false
        where workplace_id = $1 and instance_id in (select id from instance where workplace_id = $1 and root_id = $2)`,
      values: [workplaceId, rootId, at],
    },
    ...dropRootStatements(workplaceId, rootId).filter(({ name }) => !kept.has(name)),
  ]
}
