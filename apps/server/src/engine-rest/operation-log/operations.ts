import { sql } from 'kysely'
import { factsOf } from '../../runtime/history/fact-sql.ts'
import type { FactData } from '../../runtime/history/facts.ts'
import type { Sql } from '../query/filters.ts'
import type { Part } from '../query/parts.ts'
import { identityOperations, identityOperationsByUser } from './identity-operations.ts'

/** What has no column of its own in history, in the order of the log. */
const nowhere = sql`null::uuid, null::uuid, null::text, null::uuid`
const noJob = sql`null::uuid, null::uuid, null::uuid, null::uuid, null::text`

/** The columns of each source, in their order. */
const columns = sql.raw(
  'workplace_id, id, operation_id, at, user_id, operation_type, entity_type, category, property, org_value, new_value, deployment_id, definition_id, process_key, root_id, instance_id, execution_id, task_id, job_id, job_definition_id, external_task_id, batch_id, tenant_id',
)

/** The fields of a task with their names in Camunda's log. */
const taskFields = {
  assignee: 'assignee',
  owner: 'owner',
  delegation: 'delegation',
  priority: 'priority',
  name: 'name',
  description: 'description',
  dueAt: 'dueDate',
  followUpAt: 'followUpDate',
} as const satisfies { readonly [Field in keyof FactData['task-changed']]?: string }

/**
 * Where operations on processes are found, each in the order of an index by time. Operations on tasks and instances are
 * derived from the history; the others were logged when they happened.
 */
const onProcesses: readonly Sql[] = [
  sql`select ${columns} from operation_log`,
  ofTasks(),
  ofCandidates(),
  ofLinks(),
  ofCompletions(),
  ofDeletedTasks(),
  ofStarts('instance'),
  ofStarts('history_instance'),
  ofDeletions(),
]

/** Whose operations are listed: those of all users, or those of one user by a condition on `user_id`. */
export type Operators = 'all' | 'one'

/** Returns the sources of operations. Operations on identities are found by time, or by their user. */
const sourcesFor = (operators: Operators): readonly Sql[] =>
  operators === 'one' ? [...onProcesses, identityOperationsByUser] : [...onProcesses, ...identityOperations]

/** Returns the operations of users, one row for each changed property, as `q`. */
export function operationsOf(operators: Operators): Sql {
  return sql`(${sql.join(sourcesFor(operators), sql` union all `)}) q (${columns})`
}

/**
 * Returns the same rows in parts, each with an index by time, so that a page reads about as many rows as it has.
 *
 * @param given.join returns the joined tables of the list for a source with the alias `q`.
 * @param given.isDescending the direction of the time.
 */
export function operationParts(
  operators: Operators,
  { join, isDescending }: { readonly join: (source: Sql) => Sql; readonly isDescending: boolean },
): Part[] {
  const order = [sql`q.at`, sql`q.id`].map((expression) => ({ expression, isDescending }))
  return sourcesFor(operators).map((source) => ({ from: join(sql`(${source}) q (${columns})`), order }))
}

/** The conditions are those of the index `history_fact_task_operation`, so that a page reads no changes without a line. */
function ofTasks(): Sql {
  const changed = factsOf('task-changed')
  const fields = Object.keys(taskFields).map((field) => sql.lit(field))
  const named = Object.entries(taskFields).map(([field, property]) => sql`(${sql.lit(property)}, ${sql.lit(field)})`)
  return sql`select f.workplace_id, md5(f.id::text || c.property)::uuid, f.operation_id, f.at, f.user_id,
      case ${changed.text('operation')} when 'Unclaim' then 'Assign' else ${changed.text('operation')} end, 'Task', 'TaskWorker', c.property,
      ${written(sql`(f.data -> 'before')`)}, ${written(sql`f.data`)}, ${nowhere}, f.instance_id, null::uuid, f.subject_id, ${noJob}
    from history_fact f cross join lateral (values ${sql.join(named)}) c (property, field)
    where ${changed.is} and f.user_id is not null and f.operation_id is not null and f.data ? c.field
      and f.data ?| array[${sql.join(fields)}] and ${changed.text('operation')} not in ('Suspend', 'Activate', 'Candidates')`
}

/** Times are in milliseconds. */
function written(data: Sql): Sql {
  return sql`(case when c.property in ('dueDate', 'followUpDate') then (extract(epoch from (${data} ->> c.field)::timestamptz) * 1000)::bigint::text else ${data} ->> c.field end)`
}

/** Both kinds in one source, so that a page reads few rows even if there are only changes of the other kind. */
function ofCandidates(): Sql {
  const changed = factsOf('task-changed')
  const links = [linksOf('candidateUsers', 'User'), linksOf('candidateGroups', 'Group')]
  return sql`select f.workplace_id, md5(f.id::text || c.operation || c.name)::uuid, f.operation_id, f.at, f.user_id, c.operation || c.kind || 'Link', 'IdentityLink', 'TaskWorker', 'candidate',
      null, c.name, ${nowhere}, f.instance_id, null::uuid, f.subject_id, ${noJob}
    from history_fact f cross join lateral (${sql.join(links, sql` union all `)}) c
    where ${changed.is} and f.user_id is not null and f.operation_id is not null and ${changed.text('operation')} = 'Candidates'`
}

/** The candidates of a kind that a change added and removed. */
function linksOf(field: 'candidateUsers' | 'candidateGroups', kind: 'User' | 'Group'): Sql {
  const names = (data: Sql) =>
    sql`select jsonb_array_elements_text(coalesce(${data} -> ${sql.lit(field)}, '[]')) as name`
  const [before, after] = [names(sql`(f.data -> 'before')`), names(sql`f.data`)]
  return sql`select ${sql.lit(kind)} as kind, g.* from (select 'Add' as operation, name from (${after} except ${before}) added union all select 'Delete', name from (${before} except ${after}) gone) g
    where f.data ? ${sql.lit(field)}`
}

/** Roles of the user's own naming. */
function ofLinks(): Sql {
  const linked = factsOf('task-link')
  return sql`select f.workplace_id, f.id, f.id, f.at, f.user_id,
      initcap(${linked.text('operation')}) || case when ${linked.text('groupId')} is null then 'User' else 'Group' end || 'Link', 'IdentityLink', 'TaskWorker', ${linked.text('type')},
      null, coalesce(${linked.text('userId')}, ${linked.text('groupId')}), ${nowhere}, f.instance_id, null::uuid, f.subject_id, ${noJob}
    from history_fact f where ${linked.is} and f.user_id is not null`
}

function ofCompletions(): Sql {
  return sql`${endedTasks(sql`'Complete'`)} and t.reason = 'completed'`
}

/** Tasks that belong to no process can be deleted; others end with their instance. */
function ofDeletedTasks(): Sql {
  return sql`${endedTasks(sql`'Delete'`)} and t.reason <> 'completed' and t.instance_id = t.id`
}

function endedTasks(operation: Sql): Sql {
  return sql`select t.workplace_id, md5(t.id::text || 'end')::uuid, t.id, t.ended_at, t.ended_by, ${operation}, 'Task', 'TaskWorker', 'delete',
      'false', 'true', ${nowhere}, t.instance_id, null::uuid, t.id, ${noJob}
    from history_task t where t.ended_by is not null`
}

/** Running or ended instances that users started. */
function ofStarts(table: 'instance' | 'history_instance'): Sql {
  return sql`select i.workplace_id, md5(i.id::text || 'start')::uuid, i.id, i.started_at, i.start_user_id, 'Create', 'ProcessInstance', 'Operator', null, null, null, ${nowhere}, i.id, null::uuid, null::uuid, ${noJob}
    from ${sql.table(table)} i where i.start_user_id is not null and i.caller_instance_id is null`
}

function ofDeletions(): Sql {
  return sql`select i.workplace_id, md5(i.id::text || 'end')::uuid, md5(i.id::text || 'end')::uuid, i.ended_at, i.ended_by, 'Delete', 'ProcessInstance', 'Operator', null, null, null, ${nowhere}, i.id, null::uuid, null::uuid, ${noJob}
    from history_instance i where i.ended_by is not null and i.outcome = 'deleted' and i.caller_instance_id is null`
}
