import { sql } from 'kysely'
import { factsOf } from '../../runtime/history/fact-sql.ts'
import type { FactData } from '../../runtime/history/facts.ts'
import { tenantFilters } from '../query/common-filters.ts'
import { isAfter, isBefore, isIdOf, isText, type Sql } from '../query/filters.ts'
import type { ListQuery } from '../query/list-query.ts'
import { joinTask, removalTime } from '../query/sources.ts'

const taskChanged = factsOf('task-changed')
const linked = factsOf('task-link')

/**
 * The changes of links between users or groups and tasks: from the initial values of each task, which are those before
 * its first change or its current ones, and from its changes.
 */
const changes: Sql = sql`(select f.workplace_id, f.instance_id, f.subject_id as task_id, f.id, f.at, f.user_id, f.data, ${taskChanged.json('before')} as before from history_fact f where ${taskChanged.is} and ${taskChanged.json('before')} is not null)`

type LinkField = Extract<
  keyof NonNullable<FactData['task-changed']['before']>,
  'assignee' | 'owner' | 'candidateUsers' | 'candidateGroups'
>

const tasks: Sql = sql`(
  select workplace_id, id, coalesce(instance_id, root_id) as instance_id, root_id, definition_id, created_at, tenant_id, assignee, owner, candidate_users, candidate_groups from task
  union all
  select workplace_id, id, instance_id, root_id, definition_id, created_at, tenant_id, assignee, owner, candidate_users, candidate_groups from history_task)`

/** Returns the initial value of a field of a task: that before its first change, else the current one. */
function first(field: LinkField, now: Sql): Sql {
  return sql`coalesce((select to_jsonb(c.before -> ${sql.lit(field)}) from ${changes} c where c.workplace_id = t.workplace_id and c.instance_id = t.instance_id and c.task_id = t.id and c.before ? ${sql.lit(field)} order by c.id limit 1), to_jsonb(${now}))`
}

/** One row for each person or group in a JSON text or list of texts. */
function each(value: Sql): Sql {
  return sql`jsonb_array_elements_text(case jsonb_typeof(${value}) when 'array' then ${value} when 'string' then jsonb_build_array(${value}) else '[]' end)`
}

const started: Sql = sql`(
  select t.workplace_id, t.id as task_id, t.created_at as at, md5(t.id::text || l.type || l.name)::uuid as id, null::text as assigner, l.type, l.is_group, l.name, 'add' as operation
  from ${tasks} t cross join lateral (
    select 'assignee' as type, false as is_group, ${each(first('assignee', sql`t.assignee`))} as name
    union all select 'owner', false, ${each(first('owner', sql`t.owner`))}
    union all select 'candidate', false, ${each(first('candidateUsers', sql`t.candidate_users`))}
    union all select 'candidate', true, ${each(first('candidateGroups', sql`t.candidate_groups`))}) l)`

function changed(field: LinkField, type: string, isGroup: boolean): Sql {
  const [before, after] = [sql`(c.before -> ${sql.lit(field)})`, sql`(c.data -> ${sql.lit(field)})`]
  const names = (value: Sql) => sql`select n from ${each(value)} n`
  return sql`select c.workplace_id, c.task_id, c.at, md5(c.id::text || ${sql.lit(type)} || n.operation || n.name)::uuid as id, c.user_id as assigner, ${sql.lit(type)} as type, ${sql.lit(isGroup)} as is_group, n.name, n.operation
    from ${changes} c cross join lateral (
      select n as name, 'delete' as operation from (${names(before)} except ${names(after)}) gone
      union all select n, 'add' from (${names(after)} except ${names(before)}) come) n where c.before ? ${sql.lit(field)}`
}

/** The log of identity links as rows `q`. */
export const identityLinks: Sql = sql`(
  select * from ${started} b
  union all ${changed('assignee', 'assignee', false)}
  union all ${changed('owner', 'owner', false)}
  union all ${changed('candidateUsers', 'candidate', false)}
  union all ${changed('candidateGroups', 'candidate', true)}
  union all select f.workplace_id, f.subject_id, f.at, f.id, f.user_id, ${linked.text('type')}, ${linked.text('groupId')} is not null, coalesce(${linked.text('userId')}, ${linked.text('groupId')}), ${linked.text('operation')}
    from history_fact f where ${linked.is})`

export const identityLinkLogQuery: ListQuery = {
  columns: ({
    workplaceId,
  }) => sql`q.id, q.at as time, q.type, case when q.is_group then null else q.name end as "userId", case when q.is_group then q.name end as "groupId", q.task_id as "taskId",
    t.definition_id as "processDefinitionId", d.key as "processDefinitionKey", q.operation as "operationType", coalesce(q.assigner, s.start_user_id) as "assignerId", t.tenant_id as "tenantId",
    ${removalTime(sql`t.root_id`, workplaceId, sql`t.instance_id`)} as "removalTime", t.root_id as "rootProcessInstanceId"`,
  from: () => sql`${identityLinks} q ${joinTask(sql`q.workplace_id`, sql`q.task_id`)}
    left join process_definition d on d.workplace_id = q.workplace_id and d.id = t.definition_id
    left join lateral (select start_user_id from instance s where s.workplace_id = q.workplace_id and s.id = t.instance_id
      union all select start_user_id from history_instance s where s.workplace_id = q.workplace_id and s.id = t.instance_id) s on true`,
  tenant: sql`t.tenant_id`,
  reading: { right: 'history.read', processKey: sql`d.key` },
  always: ({ workplaceId }) => [sql`q.workplace_id = ${workplaceId}::uuid`],
  filters: {
    type: isText(sql`q.type`),
    userId: isText(sql`(case when not q.is_group then q.name end)`),
    groupId: isText(sql`(case when q.is_group then q.name end)`),
    dateBefore: isBefore(sql`q.at`),
    dateAfter: isAfter(sql`q.at`),
    taskId: isIdOf(sql`q.task_id`),
    processDefinitionId: isIdOf(sql`t.definition_id`),
    processDefinitionKey: isText(sql`d.key`),
    operationType: isText(sql`q.operation`),
    assignerId: isText(sql`coalesce(q.assigner, s.start_user_id)`),
    ...tenantFilters(sql`t.tenant_id`),
  },
  sorts: {
    time: sql`q.at`,
    type: sql`q.type collate "C"`,
    userId: sql`(case when not q.is_group then q.name end) collate "C"`,
    groupId: sql`(case when q.is_group then q.name end) collate "C"`,
    taskId: sql`q.task_id`,
    processDefinitionId: sql`t.definition_id`,
    processDefinitionKey: sql`d.key collate "C"`,
    operationType: sql`q.operation collate "C"`,
    assignerId: sql`coalesce(q.assigner, s.start_user_id) collate "C"`,
    tenantId: sql`t.tenant_id`,
  },
  tie: sql`q.id`,
}
