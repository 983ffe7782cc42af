import { sql } from 'kysely'
import { firstOf } from '../../platform/db/first-of.ts'
import { factsOf } from '../../runtime/history/fact-sql.ts'
import { tenantFilters } from '../query/common-filters.ts'
import {
  flag,
  isAfter,
  isBefore,
  isIdOf,
  isLike,
  isOneIdOf,
  type Sql,
  textFilter,
  textsFilter,
} from '../query/filters.ts'
import { cutValue, lengthOfValue, type ValueRow } from '../query/large-values.ts'
import type { ListQuery, QueryScope } from '../query/list-query.ts'
import { required } from '../query/sorting.ts'
import { removalTime } from '../query/sources.ts'
import { presentColumns, type StoredColumns } from '../values/present-value.ts'
import { amongInstances, joinOwners, tenantOfInstance } from './value-owners.ts'

export interface DetailRow extends StoredColumns, ValueRow {
  readonly id: string
  readonly kind: 'variableUpdate' | 'formField'
  readonly isInitial: boolean
  readonly fieldId: string | null
  readonly fieldValue: string | null
  readonly variableName: string | null
  readonly variableInstanceId: string | null
  readonly revision: number | null
  /** The size of bytes, which are no part of a row. */
  readonly size: number | null
  readonly processInstanceId: string
}

const submitted = factsOf('form-field')

/** Every value that a variable was given, nothing when it was removed. */
const updates: Sql = sql`(
  select h.workplace_id, h.instance_id, h.id, h.at, 'variableUpdate' as kind, h.scope_id, h.element_id, h.variable_id, h.name,
    h.type, case when h.is_removed then null else h.value end as value, case when h.is_removed then null else octet_length(h.bytes) end as size, h.info,
    case when h.is_removed then h.revision + 1 else h.revision end as revision, h.operation_id, null::text as field_id, null::text as field_value from history_variable h)`

/** Every field of a form that was submitted. */
const fields: Sql = sql`(
  select f.workplace_id, f.instance_id, f.id, f.at, 'formField' as kind, ${sql.raw(firstOf('f.subject_id', 'f.instance_id'))} as scope_id, f.element_id, null::uuid as variable_id, null::text as name, 'String' as type, null::text as value,
    null::int as size, null::jsonb as info, null::int as revision, f.operation_id, ${submitted.text('fieldId')} as field_id, ${submitted.text('fieldValue')} as field_value from history_fact f where ${submitted.is})`

const details: Sql = sql`(${updates} union all ${fields})`

const execution: Sql = sql`coalesce(t.execution_id,
  (select e.execution_id from element e where e.workplace_id = h.workplace_id and e.id = h.scope_id),
  (select e.execution_id from history_element e where e.workplace_id = h.workplace_id and e.instance_id = h.instance_id and e.id = h.scope_id limit 1), h.instance_id)`
const activityInstance: Sql = sql`coalesce(h.element_id, h.instance_id)`
/** Set when the instance was made, not by one of its steps. */
const initial: Sql = sql`(h.kind = 'variableUpdate' and h.revision = 0 and h.scope_id = h.instance_id and h.element_id is null and h.at = p.started_at)`

const columnsWith = (value: Sql, { workplaceId }: QueryScope): Sql =>
  sql`h.kind, h.id, d.key as "processDefinitionKey", p.definition_id as "processDefinitionId", h.instance_id as "processInstanceId", ${activityInstance} as "activityInstanceId",
    ${execution} as "executionId", null as "caseDefinitionKey", null as "caseDefinitionId", null as "caseInstanceId", null as "caseExecutionId", t.id as "taskId", p.tenant_id as "tenantId",
    h.operation_id as "userOperationId", h.at as time, ${removalTime(sql`p.root_id`, workplaceId, sql`p.id`)} as "removalTime", p.root_id as "rootProcessInstanceId", h.name as "variableName",
    h.variable_id as "variableInstanceId", h.type, ${value}, null as bytes, h.size, h.info, ${initial} as "isInitial", h.revision, h.field_id as "fieldId", h.field_value as "fieldValue"`

export const detailQuery: ListQuery<DetailRow> = {
  columns: (scope) => columnsWith(sql`h.value`, scope),
  from: () => joinOwners(sql`${details} h`),
  parts: (_, __, isJoined) =>
    [updates, fields].map((some) => ({ from: isJoined ? joinOwners(sql`${some} h`) : sql`${some} h` })),
  joins: {
    alias: sql`h`,
    to: joinOwners,
    source: () => sql`${details} h`,
    filters: ['executionId', 'taskId', 'tenantIdIn', 'withoutTenantId', 'excludeTaskDetails', 'initial'],
    sorts: [],
  },
  tenant: sql`p.tenant_id`,
  reading: { right: 'history.read', processKey: sql`d.key` },
  always: ({ workplaceId }) => [sql`h.workplace_id = ${workplaceId}::uuid`],
  filters: {
    processInstanceId: isIdOf(sql`h.instance_id`),
    processInstanceIdIn: isOneIdOf(sql`h.instance_id`),
    executionId: textFilter((id) => sql`${execution}::text = ${id}`),
    taskId: isIdOf(sql`t.id`),
    activityInstanceId: isIdOf(activityInstance),
    caseInstanceId: textFilter(() => sql`false`),
    caseExecutionId: textFilter(() => sql`false`),
    variableInstanceId: isIdOf(sql`h.variable_id`),
    variableTypeIn: textsFilter(
      (types) =>
        sql`(h.kind = 'variableUpdate' and lower(h.type) = any(${types.map((type) => type.toLowerCase())}::text[]))`,
    ),
    variableNameLike: isLike(sql`h.name`),
    ...tenantFilters(sql`p.tenant_id`),
    userOperationId: isIdOf(sql`h.operation_id`),
    formFields: flag(sql`h.kind = 'formField'`),
    variableUpdates: flag(sql`h.kind = 'variableUpdate'`),
    excludeTaskDetails: flag(sql`t.id is null`),
    initial: flag(initial),
    occurredBefore: isBefore(sql`h.at`),
    occurredAfter: isAfter(sql`h.at`),
  },
  sorts: {
    processInstanceId: required(sql`h.instance_id`),
    variableName: sql`h.name collate "C"`,
    // Camunda takes the name and sorts by nothing.
    variableType: sql`null::text`,
    variableRevision: sql`h.revision`,
    formPropertyId: sql`h.field_id collate "C"`,
    time: required(sql`h.at`),
    // Camunda counts for each variable on its own.
    occurrence: sql`h.revision`,
    tenantId: tenantOfInstance,
  },
  namesUnknownSorts: true,
  tie: sql`h.id`,
  keepsTies: true,
  present: presentDetail,
  weightOf: lengthOfValue,
  large: {
    columns: (scope) => columnsWith(cutValue(sql`h.value`), scope),
    keyOf: ({ id }) => id,
    among: amongInstances,
  },
}

export function presentDetail(
  {
    kind,
    type,
    value,
    bytes,
    size: _,
    leftOut: __,
    info,
    isInitial,
    revision,
    variableName,
    variableInstanceId,
    fieldId,
    fieldValue,
    ...row
  }: DetailRow,
  { options }: QueryScope,
): unknown {
  if (kind === 'formField') return { type: kind, ...row, fieldId, fieldValue }
  const shown = presentColumns(
    { type, value, bytes, info },
    { deserialize: options.deserializeValues !== 'false' && options.deserializeValue !== 'false', hidesBytes: true },
  )
  return {
    ...row,
    type: kind,
    variableName,
    variableInstanceId,
    variableType: type,
    value: shown.value,
    valueInfo: shown.valueInfo,
    initial: isInitial,
    revision,
    errorMessage: null,
  }
}
