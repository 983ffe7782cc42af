import { sql } from 'kysely'
import { RestRefusal } from '../http/rest-refusal.ts'
import { tenantFilters, textFilters } from '../query/common-filters.ts'
import { notBoth } from '../query/contradictions.ts'
import {
  asId,
  dateFilter,
  type Filter,
  flag,
  isAfter,
  isAt,
  isBefore,
  isIdOf,
  isLikeIgnoringCase,
  isNumber,
  isOneIdOf,
  isOneOf,
  isText,
  isTextIgnoringCase,
  option,
  type Sql,
  textFilter,
} from '../query/filters.ts'
import type { ListQuery, QueryScope } from '../query/list-query.ts'
import { type Part, partsByEnd } from '../query/parts.ts'
import { required } from '../query/sorting.ts'
import {
  allInstances,
  endedTasks,
  historicVariables,
  isByExecution,
  ofInstance,
  openTasks,
  removalTime,
} from '../query/sources.ts'
import { comparing, variablesFilter } from '../query/variable-filters.ts'
import { identityLinks } from './identity-link-log.ts'

export interface TaskHistoryRow {
  readonly id: string
  readonly name: string | null
}

const duration: Sql = sql`floor(extract(epoch from q.ended_at - q.created_at) * 1000)::bigint`
const state: Sql = sql`(case when q.reason = 'completed' then 'Completed' when q.ended_at is not null then 'Deleted' when q.updated_at is null then 'Created' else 'Updated' end)`

const instanceHas = (condition: Sql): Sql =>
  sql`(select ${condition} from ${allInstances} p where p.workplace_id = q.workplace_id and p.id = q.instance_id)`
const businessKey = instanceHas(sql`p.business_key`)

/** The sorts for which filed open tasks have an index. */
const ofFiled: ReadonlySet<string> = new Set([
  'startTime',
  'priority',
  'dueDate',
  'followUpDate',
  'assignee',
  'processInstanceId',
])

/** Tasks, open and ended. */
export const taskHistoryQuery: ListQuery<TaskHistoryRow> = {
  columns: ({
    workplaceId,
  }) => sql`q.id, d.key as "processDefinitionKey", q.definition_id as "processDefinitionId", q.instance_id as "processInstanceId", q.execution_id as "executionId",
    null as "caseDefinitionKey", null as "caseDefinitionId", null as "caseInstanceId", null as "caseExecutionId", q.element_id as "activityInstanceId", q.name, q.description, q.reason as "deleteReason",
    q.owner, q.assignee, q.created_at as "startTime", q.ended_at as "endTime", ${duration} as duration, q.task_key as "taskDefinitionKey", q.priority, q.due_at as due,
    q.parent_task_id as "parentTaskId", q.follow_up_at as "followUp", q.tenant_id as "tenantId", ${removalTime(sql`q.root_id`, workplaceId, sql`q.instance_id`)} as "removalTime", q.root_id as "rootProcessInstanceId",
    ${state} as "taskState"`,
  from: (scope) => withDefinition(sql`${tasksOf(scope)} q`),
  parts: (scope, [first, ...more], isJoined) => {
    const of = (tasks: Sql): Part => ({ from: isJoined ? withDefinition(sql`${tasks} q`) : sql`${tasks} q` })
    const ended = of(endedTasks)
    const needsScope = isByExecution(scope, first)
    const open = of(openTasks(sql`true`, needsScope))
    if (first !== undefined && ofFiled.has(first.name))
      return [sql`t.is_filed`, sql`not t.is_filed`].map((place) => of(openTasks(place, needsScope))).concat(ended)
    if (first?.name !== 'endTime' || more.length > 0) return [open, ended]
    return partsByEnd({ open, ended }, { end: sql`q.ended_at`, id: sql`q.id` }, first.isDescending === true)
  },
  joins: {
    alias: sql`q`,
    to: withDefinition,
    source: (scope) => sql`${tasksOf(scope)} q`,
    filters: ['processDefinitionKey', 'processDefinitionName'],
    sorts: [],
  },
  tenant: sql`q.tenant_id`,
  reading: { right: 'history.read', processKey: sql`d.key` },
  always: ({ workplaceId }) => [sql`q.workplace_id = ${workplaceId}::uuid`],
  hasOrQueries: true,
  contradictions: [notBoth(['withoutTaskDueDate'], ['taskDueDate', 'taskDueDateBefore', 'taskDueDateAfter'])],
  filters: {
    taskId: isIdOf(sql`q.id`),
    taskParentTaskId: isIdOf(sql`q.parent_task_id`),
    processInstanceId: textFilter((id, { workplaceId }) => [
      sql`q.instance_id = ${asId(id)}::uuid`,
      ...ofInstance(sql`q.place_id`, id, workplaceId),
    ]),
    rootProcessInstanceId: isIdOf(sql`q.root_id`),
    ...textFilters('processInstanceBusinessKey', businessKey),
    processInstanceBusinessKeyIn: isOneOf(businessKey),
    executionId: isIdOf(sql`q.execution_id`),
    processDefinitionId: isIdOf(sql`q.definition_id`),
    processDefinitionKey: isText(sql`d.key`),
    processDefinitionName: isText(sql`d.name`),
    ...Object.fromEntries(
      ['caseInstanceId', 'caseExecutionId', 'caseDefinitionId', 'caseDefinitionKey', 'caseDefinitionName'].map(
        (name) => [name, textFilter(() => sql`false`)],
      ),
    ),
    activityInstanceIdIn: isOneIdOf(sql`q.element_id`),
    taskName: isTextIgnoringCase(sql`q.name`),
    taskNameLike: isLikeIgnoringCase(sql`q.name`),
    taskDescription: isTextIgnoringCase(sql`q.description`),
    taskDescriptionLike: isLikeIgnoringCase(sql`q.description`),
    taskDefinitionKey: isText(sql`q.task_key`),
    taskDefinitionKeyIn: isOneOf(sql`q.task_key`),
    ...textFilters('taskDeleteReason', sql`q.reason`),
    ...textFilters('taskAssignee', sql`q.assignee`),
    ...textFilters('taskOwner', sql`q.owner`),
    taskPriority: isNumber(sql`q.priority`),
    assigned: flag(sql`q.assignee is not null`),
    unassigned: flag(sql`q.assignee is null`),
    finished: flag(sql`q.ended_at is not null`),
    unfinished: flag(sql`q.ended_at is null`),
    processFinished: flag(instanceHas(sql`p.ended_at is not null`)),
    processUnfinished: flag(instanceHas(sql`p.ended_at is null`)),
    taskDueDate: isAt(sql`q.due_at`),
    taskDueDateBefore: isBefore(sql`q.due_at`),
    taskDueDateAfter: isAfter(sql`q.due_at`),
    withoutTaskDueDate: flag(sql`q.due_at is null`),
    taskFollowUpDate: isAt(sql`q.follow_up_at`),
    taskFollowUpDateBefore: isBefore(sql`q.follow_up_at`),
    taskFollowUpDateAfter: isAfter(sql`q.follow_up_at`),
    startedBefore: isBefore(sql`q.created_at`),
    startedAfter: isAfter(sql`q.created_at`),
    finishedBefore: isBefore(sql`q.ended_at`),
    finishedAfter: dateFilter((date) => sql`q.ended_at > ${date}`),
    ...tenantFilters(sql`q.tenant_id`),
    taskInvolvedUser: textFilter((user) => hadLink(sql`not l.is_group and l.name = ${user}`)),
    taskInvolvedGroup: textFilter((group) => hadLink(sql`l.is_group and l.name = ${group}`)),
    taskHadCandidateUser: textFilter((user) =>
      hadLink(sql`not l.is_group and l.type = 'candidate' and l.name = ${user}`),
    ),
    taskHadCandidateGroup: textFilter((group) =>
      hadLink(sql`l.is_group and l.type = 'candidate' and l.name = ${group}`),
    ),
    withCandidateGroups: notInOr('withCandidateGroups', flag(hadLink(sql`l.is_group and l.type = 'candidate'`))),
    withoutCandidateGroups: notInOr(
      'withoutCandidateGroups',
      flag(sql`not ${hadLink(sql`l.is_group and l.type = 'candidate'`)}`),
    ),
    taskVariables: variablesFilter({
      what: 'variable',
      operators: ['eq'],
      source: () =>
        historicVariables(sql`h.workplace_id = q.workplace_id and h.instance_id = q.instance_id and h.scope_id = q.id`),
    }),
    processVariables: variablesFilter({
      what: 'process variable',
      operators: [...comparing, 'notLike'],
      source: () =>
        historicVariables(
          sql`h.workplace_id = q.workplace_id and h.instance_id = q.instance_id and h.scope_id = q.instance_id`,
        ),
    }),
    variableNamesIgnoreCase: option,
    variableValuesIgnoreCase: option,
  },
  sorts: {
    taskId: required(sql`q.id`),
    activityInstanceId: sql`q.element_id`,
    processDefinitionId: sql`q.definition_id`,
    processInstanceId: sql`q.instance_id`,
    executionId: sql`q.execution_id`,
    duration,
    endTime: sql`q.ended_at`,
    startTime: required(sql`q.created_at`),
    taskName: sql`q.name collate "C"`,
    taskDescription: sql`q.description collate "C"`,
    assignee: sql`q.assignee collate "C"`,
    owner: sql`q.owner collate "C"`,
    dueDate: sql`q.due_at`,
    followUpDate: sql`q.follow_up_at`,
    deleteReason: sql`q.reason`,
    taskDefinitionKey: sql`q.task_key collate "C"`,
    priority: required(sql`q.priority`),
    caseDefinitionId: sql`null::text`,
    caseInstanceId: sql`null::text`,
    caseExecutionId: sql`null::text`,
    tenantId: sql`q.tenant_id`,
  },
  tie: sql`q.id`,
}

/** Returns all tasks, with the scopes joined where a query needs the execution of each. */
function tasksOf(scope: QueryScope): Sql {
  return sql`(${openTasks(sql`true`, isByExecution(scope))} union all ${endedTasks})`
}

/** @param tasks a source of tasks `q`. */
function withDefinition(tasks: Sql): Sql {
  return sql`${tasks} left join process_definition d on d.workplace_id = q.workplace_id and d.id = q.definition_id`
}

function hadLink(condition: Sql): Sql {
  return sql`exists (select 1 from ${identityLinks} l where l.workplace_id = q.workplace_id and l.task_id = q.id and ${condition})`
}

function notInOr(name: string, filter: Filter): Filter {
  return (value, context) => {
    if (context.isOr)
      throw new RestRefusal(
        400,
        'ProcessEngineException',
        `Invalid query usage: cannot set ${name}() within 'or' query`,
        0,
      )
    return filter(value, context)
  }
}
