import { sql } from 'kysely'
import { inInstance, inInstances, suspensionFilters, tenantFilters, textFilters } from '../query/common-filters.ts'
import {
  flag,
  isAfter,
  isBefore,
  isIdOf,
  isLongAtLeast,
  isLongAtMost,
  isOneIdOf,
  isOneOf,
  isText,
  option,
  type Sql,
} from '../query/filters.ts'
import type { ListQuery } from '../query/list-query.ts'
import { required } from '../query/sorting.ts'
import { comparing, variablesFilter } from '../query/variable-filters.ts'

export interface ExternalTaskRow {
  readonly id: string
  readonly workerId: string | null
  readonly topicName: string
}

/** Open external tasks. */
export const externalTaskQuery: ListQuery<ExternalTaskRow> = {
  columns:
    () => sql`x.element_key as "activityId", x.element_id as "activityInstanceId", x.error_message as "errorMessage", x.execution_id as "executionId", x.id, x.locked_until as "lockExpirationTime",
    x.created_at as "createTime", x.definition_id as "processDefinitionId", d.key as "processDefinitionKey", d.version_tag as "processDefinitionVersionTag", x.instance_id as "processInstanceId",
    x.retries, x.is_suspended as suspended, x.worker_id as "workerId", x.topic as "topicName", i.tenant_id as "tenantId", x.priority, i.business_key as "businessKey"`,
  // Outer joins, though each has an instance and a definition: PostgreSQL leaves them out of a count.
  from: () => joined(sql`external_task x`),
  // The other orders have an index, and one statement takes less time to plan.
  parts: (_, [first], isJoined) => {
    if (isJoined) return [{ from: joined(sql`external_task x`) }]
    return first?.name === 'lockExpirationTime' ? [{ from: sql`external_task x` }] : null
  },
  joins: {
    alias: sql`x`,
    to: joined,
    source: () => sql`external_task x`,
    filters: [
      'processDefinitionKey',
      'processDefinitionKeyIn',
      'processDefinitionName',
      'processDefinitionNameLike',
      'tenantIdIn',
      'withoutTenantId',
    ],
    sorts: ['processDefinitionKey'],
  },
  tenant: sql`i.tenant_id`,
  reading: { right: 'instances.read', processKey: sql`d.key` },
  always: ({ workplaceId }) => [sql`x.workplace_id = ${workplaceId}::uuid`],
  filters: {
    externalTaskId: isIdOf(sql`x.id`),
    externalTaskIdIn: isOneIdOf(sql`x.id`),
    topicName: isText(sql`x.topic`),
    workerId: isText(sql`x.worker_id`),
    locked: flag(sql`x.locked_until >= now()`),
    notLocked: flag(sql`(x.locked_until is null or x.locked_until < now())`),
    withRetriesLeft: flag(sql`(x.retries is null or x.retries > 0)`),
    noRetriesLeft: flag(sql`x.retries = 0`),
    lockExpirationAfter: isAfter(sql`x.locked_until`),
    lockExpirationBefore: isBefore(sql`x.locked_until`),
    activityId: isText(sql`x.element_key`),
    activityIdIn: isOneOf(sql`x.element_key`),
    executionId: isIdOf(sql`x.execution_id`),
    processInstanceId: inInstance(sql`x`),
    processInstanceIdIn: inInstances(sql`x`),
    processDefinitionId: isIdOf(sql`x.definition_id`),
    processDefinitionKey: isText(sql`d.key`),
    processDefinitionKeyIn: isOneOf(sql`d.key`),
    ...textFilters('processDefinitionName', sql`d.name`),
    ...tenantFilters(sql`i.tenant_id`),
    ...suspensionFilters(sql`x.is_suspended`),
    priorityHigherThanOrEquals: isLongAtLeast(sql`x.priority`),
    priorityLowerThanOrEquals: isLongAtMost(sql`x.priority`),
    processVariables: variablesFilter({
      what: 'process variable',
      operators: [...comparing, 'notLike'],
      source: () =>
        sql`from variable v where v.workplace_id = x.workplace_id and v.root_id = x.root_id and v.scope_id = x.instance_id`,
    }),
    variableNamesIgnoreCase: option,
    variableValuesIgnoreCase: option,
  },
  sorts: {
    id: required(sql`x.id`),
    lockExpirationTime: sql`x.locked_until`,
    processInstanceId: required(sql`x.instance_id`),
    processDefinitionId: required(sql`x.definition_id`),
    processDefinitionKey: sql`d.key collate "C"`,
    taskPriority: required(sql`x.priority`),
    createTime: required(sql`x.created_at`),
    // The tenant of an instance never changes, and its external tasks have a copy.
    tenantId: sql`x.tenant_id`,
  },
  tie: sql`x.id`,
}

/** @param tasks a source of external tasks `x`. */
function joined(tasks: Sql): Sql {
  return sql`${tasks} left join instance i on i.workplace_id = x.workplace_id and i.id = x.instance_id
    left join process_definition d on d.workplace_id = x.workplace_id and d.id = x.definition_id`
}
