import { sql } from 'kysely'
import { firstOf } from '../../platform/db/first-of.ts'
import { equalsIgnoringCase, isLikeIgnoringCase as isLikePatternIgnoringCase } from '../../platform/list/conditions.ts'
import { invalid } from '../http/rest-refusal.ts'
import { inInstance, inInstances, suspensionFilters, tenantFilters } from '../query/common-filters.ts'
import { notBoth, onlyWith } from '../query/contradictions.ts'
import {
  type Filters,
  flag,
  isAfter,
  isAtLeast,
  isAtMost,
  isBefore,
  isIdOf,
  isLike,
  isLikeIgnoringCase,
  isNumber,
  isOneIdOf,
  isOneOf,
  isText,
  isTextIgnoringCase,
  option,
  type Sql,
  textFilter,
  textsFilter,
} from '../query/filters.ts'
import type { ListQuery, QueryScope } from '../query/list-query.ts'
import { required } from '../query/sorting.ts'
import { executionOfElement, executionWithScope, joinScope } from '../query/sources.ts'
import { comparing, variablesFilter } from '../query/variable-filters.ts'
import { variableSort } from '../query/variable-sort.ts'
import { candidateFilters } from './candidate-filters.ts'
import { expressible, timeFilters } from './expression-filters.ts'
import {
  presentShown,
  type ShownVariable,
  shownVariables,
  showsVariables,
  tasksWithVariables,
} from './shown-variables.ts'
import { fillFormRefs } from './task-form.ts'

export interface TaskRow {
  readonly id: string
  readonly name: string | null
  readonly assignee: string | null
  readonly owner: string | null
  readonly created: Date
  readonly due: Date | null
  readonly followUp: Date | null
  readonly lastUpdated: Date | null
  readonly delegationState: 'PENDING' | 'RESOLVED' | null
  readonly description: string | null
  readonly executionId: string | null
  readonly parentTaskId: string | null
  readonly priority: number
  readonly processDefinitionId: string | null
  readonly processInstanceId: string | null
  readonly taskDefinitionKey: string | null
  readonly suspended: boolean
  readonly formKey: string | null
  readonly camundaFormRef: unknown
  readonly tenantId: string | null
  /** Not in Camunda: the category that models of Flowable give. */
  readonly category: string | null
  /** Only for those who ask. */
  readonly variables?: readonly ShownVariable[]
}

/** How much of a text is in the index of its order. */
const comparedLength = 200

/** A task of no process is its own root. */
const rootOfTask = sql.raw(firstOf('t.root_id', 't.id'))

const tasks = sql`task t left join element e on e.workplace_id = t.workplace_id and e.id = t.element_id
  left join instance i on i.workplace_id = t.workplace_id and i.id = t.instance_id
  left join process_definition d on d.workplace_id = t.workplace_id and d.id = t.definition_id
  left join process_element m on m.workplace_id = t.workplace_id and m.definition_id = t.definition_id and m.element_key = t.task_key`

/**
 * The query of open tasks, including standalone ones. Filed tasks are read from the indexes of the sort orders; tasks
 * that are not filed yet are few.
 */
export const taskQuery: ListQuery<TaskRow> = {
  columns: (query) =>
    sql`t.id, t.name, t.assignee, t.owner, t.created_at as created, t.due_at as due, t.follow_up_at as "followUp", t.updated_at as "lastUpdated", t.delegation as "delegationState",
    t.description, ${executionOfElement} as "executionId", t.parent_task_id as "parentTaskId", t.priority, t.definition_id as "processDefinitionId", t.instance_id as "processInstanceId",
    t.task_key as "taskDefinitionKey", null as "caseExecutionId", null as "caseInstanceId", null as "caseDefinitionId", t.is_suspended as suspended, t.form_key as "formKey",
    t.tenant_id as "tenantId", t.category, m.form_ref as "camundaFormRef", case when t.updated_at is null then 'Created' else 'Updated' end as "taskState"${remarks(query)}${shownVariables(query)}`,
  from: () => tasks,
  parts: (_, sorting) => {
    const needsScope = sorting.some(({ name }) => name === 'executionId')
    if (sorting[0]?.name === 'id' && !needsScope) return null
    const from = needsScope ? sql`${tasks} ${joinScope}` : tasks
    return [sql`t.is_filed`, sql`not t.is_filed`].map((place) => ({ from, where: [place] }))
  },
  tenant: sql`t.tenant_id`,
  reading: { right: 'tasks.read', processKey: sql`d.key` },
  always: ({ workplaceId }) => [sql`t.workplace_id = ${workplaceId}::uuid`],
  present: ({ variables, ...row }, { options }) =>
    variables === undefined
      ? row
      : { ...row, variables: presentShown(variables, options.deserializeValues !== 'false') },
  portion: (query) => (showsVariables(query) ? tasksWithVariables : null),
  weightOf: ({ variables = [] }) =>
    variables.reduce((sum, { name, value }) => sum + name.length + (value?.length ?? 0) + 50, 0),
  fill: fillFormRefs,
  hasOrQueries: true,
  contradictions: [
    notBoth(withExpressions('candidateUser'), [
      ...withExpressions('candidateGroup', 'candidateGroups'),
      'candidateGroupLike',
    ]),
    onlyWith('includeAssignedTasks', [
      ...withExpressions('candidateUser', 'candidateGroup', 'candidateGroups'),
      'candidateGroupLike',
      ...['withCandidateGroups', 'withoutCandidateGroups', 'withCandidateUsers', 'withoutCandidateUsers'],
    ]),
    notBoth(['withoutDueDate'], withExpressions('dueDate', 'dueBefore', 'dueAfter')),
    notBoth(['tenantIdIn'], ['withoutTenantId']),
  ],
  filters: {
    taskId: isIdOf(sql`t.id`),
    taskIdIn: isOneIdOf(sql`t.id`),
    processInstanceId: inInstance(sql`t`),
    processInstanceIdIn: inInstances(sql`t`),
    ...expressible('processInstanceBusinessKey', isText(sql`i.business_key`)),
    processInstanceBusinessKeyIn: isOneOf(sql`i.business_key`),
    ...expressible('processInstanceBusinessKeyLike', isLike(sql`i.business_key`)),
    processDefinitionId: isIdOf(sql`t.definition_id`),
    processDefinitionKey: isText(sql`d.key`),
    processDefinitionKeyIn: isOneOf(sql`d.key`),
    processDefinitionName: isText(sql`d.name`),
    processDefinitionNameLike: isLike(sql`d.name`),
    executionId: textFilter((id) => sql`${executionOfElement}::text = ${id}`),
    activityInstanceIdIn: isOneIdOf(sql`t.element_id`),
    ...tenantFilters(sql`t.tenant_id`),
    ...caseFilters(),
    ...expressible('assignee', isText(sql`t.assignee`)),
    ...expressible('assigneeLike', isLike(sql`t.assignee`)),
    assigneeIn: isOneOf(sql`t.assignee`),
    assigneeNotIn: textsFilter((users) => sql`t.assignee <> all(${users}::text[])`),
    ...expressible('owner', isText(sql`t.owner`)),
    ...candidateFilters(),
    ...expressible(
      'involvedUser',
      textFilter(
        (user) => sql`(t.assignee = ${user} or t.owner = ${user} or ${user} = any(t.candidate_users)
          or exists (select 1 from task_link l where l.workplace_id = t.workplace_id and l.task_id = t.id and l.user_id = ${user}))`,
      ),
    ),
    assigned: flag(sql`t.assignee is not null`),
    unassigned: flag(sql`t.assignee is null`),
    taskDefinitionKey: isText(sql`t.task_key`),
    taskDefinitionKeyIn: isOneOf(sql`t.task_key`),
    taskDefinitionKeyNotIn: textsFilter((keys) => sql`t.task_key <> all(${keys}::text[])`),
    taskDefinitionKeyLike: isLike(sql`t.task_key`),
    name: textFilter(
      (name) =>
        sql`t.name_key = left(lower(${name}), ${sql.lit(comparedLength)}) and ${equalsIgnoringCase(sql`t.name`, name)}`,
    ),
    nameNotEqual: textFilter((name) => sql`lower(t.name) <> lower(${name})`),
    nameLike: isLikeIgnoringCase(sql`t.name`),
    nameNotLike: textFilter((name) => sql`not ${isLikePatternIgnoringCase(sql`t.name`, name)}`),
    description: isTextIgnoringCase(sql`t.description`),
    descriptionLike: isLikeIgnoringCase(sql`t.description`),
    priority: isNumber(sql`t.priority`),
    maxPriority: isAtMost(sql`t.priority`),
    minPriority: isAtLeast(sql`t.priority`),
    ...timeFilters('due', 'dueDate', sql`t.due_at`),
    withoutDueDate: flag(sql`t.due_at is null`),
    ...timeFilters('followUp', 'followUpDate', sql`t.follow_up_at`),
    ...expressible('followUpBeforeOrNotExistent', (value, context) =>
      isBefore(sql`t.follow_up_at`)(value, context).map((before) => sql`(${before} or t.follow_up_at is null)`),
    ),
    ...timeFilters('created', 'createdOn', sql`t.created_at`),
    ...expressible('updatedAfter', isAfter(sql`coalesce(t.updated_at, t.created_at)`)),
    delegationState: textFilter((given) => {
      const state = given.toUpperCase()
      if (state !== 'PENDING' && state !== 'RESOLVED')
        throw invalid(`Valid values for property 'delegationState' are 'PENDING' or 'RESOLVED', but was '${given}'`)
      return sql`t.delegation = ${state}`
    }),
    ...suspensionFilters(sql`t.is_suspended`),
    taskVariables: variablesFilter({
      what: 'task variable',
      operators: comparing,
      source: () =>
        sql`from variable v where v.workplace_id = t.workplace_id and v.root_id = ${rootOfTask} and v.scope_id = t.id`,
    }),
    processVariables: variablesFilter({
      what: 'process variable',
      operators: [...comparing, 'notLike'],
      source: () =>
        sql`from variable v where v.workplace_id = t.workplace_id and v.root_id = t.root_id and v.scope_id = t.instance_id`,
    }),
    // Nothing has variables of a case.
    caseInstanceVariables: variablesFilter({
      what: 'case variable',
      operators: [...comparing, 'notLike'],
      source: () => sql`from variable v where false`,
    }),
    variableNamesIgnoreCase: option,
    variableValuesIgnoreCase: option,
    parentTaskId: isIdOf(sql`t.parent_task_id`),
    withCommentAttachmentInfo: option,
    withTaskVariablesInReturn: option,
    withTaskLocalVariablesInReturn: option,
  },
  sorts: {
    instanceId: sql`t.instance_id`,
    caseInstanceId: sql`null::text`,
    caseExecutionId: sql`null::text`,
    dueDate: sql`t.due_at`,
    followUpDate: sql`t.follow_up_at`,
    executionId: executionWithScope,
    assignee: sql`t.assignee collate "C"`,
    created: required(sql`t.created_at`),
    lastUpdated: required(sql`coalesce(t.updated_at, t.created_at)`),
    description: sql`left(t.description, ${sql.lit(comparedLength)}) collate "C"`,
    id: required(sql`t.id`),
    name: sql`left(t.name, ${sql.lit(comparedLength)}) collate "C"`,
    nameCaseInsensitive: sql`t.name_key`,
    priority: required(sql`t.priority`),
    processVariable: variableSort(sql`v.root_id = t.root_id and v.scope_id = t.instance_id`, sql`t.workplace_id`),
    executionVariable: variableSort(
      sql`v.root_id = t.root_id and v.scope_id = ${sql.raw(firstOf('t.element_id', 't.instance_id'))}`,
      sql`t.workplace_id`,
    ),
    taskVariable: variableSort(sql`v.root_id = ${rootOfTask} and v.scope_id = t.id`, sql`t.workplace_id`),
    caseExecutionVariable: sql`null::text`,
    caseInstanceVariable: sql`null::text`,
  },
  tie: sql`t.id`,
}

/** Whether there are comments and attachments, for those who ask. */
function remarks({ parameters, options }: QueryScope): Sql {
  const isAsked = [parameters, options].some(
    ({ withCommentAttachmentInfo: asked }) => asked === true || asked === 'true',
  )
  if (!isAsked) return sql``
  return sql`, exists (select 1 from task_attachment a where a.workplace_id = t.workplace_id and a.task_id = t.id) as attachment,
    exists (select 1 from task_comment c where c.workplace_id = t.workplace_id and c.task_id = t.id) as comment`
}

/** Filters for cases, which this product does not have: they match no task. */
function caseFilters(): Filters {
  const names = [
    'caseInstanceId',
    'caseInstanceBusinessKey',
    'caseInstanceBusinessKeyLike',
    'caseDefinitionId',
    'caseDefinitionKey',
    'caseDefinitionName',
    'caseDefinitionNameLike',
    'caseExecutionId',
  ]
  return Object.fromEntries(names.map((name) => [name, textFilter(() => sql`false`)]))
}

function withExpressions(...names: string[]): string[] {
  return names.flatMap((name) => [name, `${name}Expression`])
}
