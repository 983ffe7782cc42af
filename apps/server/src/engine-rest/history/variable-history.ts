import { sql } from 'kysely'
import { isLike, isLikeIgnoringCase } from '../../platform/list/conditions.ts'
import { tenantFilters } from '../query/common-filters.ts'
import { onlyWith } from '../query/contradictions.ts'
import {
  type FilterContext,
  isFlagged,
  isIdOf,
  isOneIdOf,
  isOneOf,
  isText,
  option,
  type Sql,
  textFilter,
  textsFilter,
} from '../query/filters.ts'
import { cutValue, lengthOfValue, type ValueRow } from '../query/large-values.ts'
import type { ListQuery, QueryScope } from '../query/list-query.ts'
import { required } from '../query/sorting.ts'
import { isLastValue, removalTime } from '../query/sources.ts'
import { variablesFilter } from '../query/variable-filters.ts'
import { presentColumns, type StoredColumns } from '../values/present-value.ts'
import { amongInstances, joinOwners, tenantOfInstance } from './value-owners.ts'

export interface VariableHistoryRow extends StoredColumns, ValueRow {
  readonly id: string
  /** The id of its last value. */
  readonly valueId: string
  /** The size of bytes, which are no part of a row. */
  readonly size: number | null
  readonly processInstanceId: string
  readonly name: string
}

/**
 * Returns the SQL of the execution of a variable `h`: that of its scope, or that of an element that is no scope in
 * Camunda.
 */
export const executionOfVariable: Sql = sql`coalesce(t.execution_id,
  (select case when e.execution_id = e.id then e.id else e.execution_id end from element e where e.workplace_id = h.workplace_id and e.id = h.scope_id),
  (select e.execution_id from history_element e where e.workplace_id = h.workplace_id and e.instance_id = h.instance_id and e.id = h.scope_id limit 1), h.scope_id)`

const activityInstance: Sql = sql`coalesce(t.element_id, h.scope_id)`

const columnsWith = (value: Sql, { workplaceId }: QueryScope): Sql =>
  sql`h.variable_id as id, h.name, h.type, ${value}, null as bytes, octet_length(h.bytes) as size, h.id as "valueId", h.info, d.key as "processDefinitionKey", p.definition_id as "processDefinitionId", h.instance_id as "processInstanceId",
    ${executionOfVariable} as "executionId", ${activityInstance} as "activityInstanceId", null as "caseDefinitionKey", null as "caseDefinitionId", null as "caseInstanceId", null as "caseExecutionId",
    t.id as "taskId", null as "errorMessage", p.tenant_id as "tenantId", case when h.is_removed then 'DELETED' else 'CREATED' end as state,
    (select min(f.at) from history_variable f where f.workplace_id = h.workplace_id and f.variable_id = h.variable_id) as "createTime",
    ${removalTime(sql`p.root_id`, workplaceId, sql`p.id`)} as "removalTime", p.root_id as "rootProcessInstanceId"`

/** The query of historic variables with their last values. */
export const variableHistoryQuery: ListQuery<VariableHistoryRow> = {
  columns: (scope) => columnsWith(sql`h.value`, scope),
  from: () => joinOwners(sql`history_variable h`),
  parts: (_, __, isJoined) => [{ from: isJoined ? joinOwners(sql`history_variable h`) : sql`history_variable h` }],
  joins: {
    alias: sql`h`,
    to: joinOwners,
    source: () => sql`history_variable h`,
    filters: [
      'processDefinitionId',
      'processDefinitionKey',
      'executionIdIn',
      'taskIdIn',
      'activityInstanceIdIn',
      'tenantIdIn',
      'withoutTenantId',
    ],
    sorts: [],
  },
  tenant: sql`p.tenant_id`,
  reading: { right: 'history.read', processKey: sql`d.key` },
  always: (scope) => [...ofWorkplace(scope), isLastValue, ...(includesDeleted(scope) ? [] : [sql`not h.is_removed`])],
  contradictions: [onlyWith('variableValue', ['variableName'], 'InvalidRequestException')],
  filters: {
    variableName: textFilter((name, context) =>
      isFlagged(context, 'variableNamesIgnoreCase') ? sql`lower(h.name) = lower(${name})` : sql`h.name = ${name}`,
    ),
    variableNameLike: textFilter((pattern, context) =>
      isFlagged(context, 'variableNamesIgnoreCase')
        ? isLikeIgnoringCase(sql`h.name`, pattern)
        : isLike(sql`h.name`, pattern),
    ),
    variableNameIn: isOneOf(sql`h.name`),
    variableValue: (value, context) => (value === undefined || value === null ? [] : hasValue(value, context)),
    variableNamesIgnoreCase: option,
    variableValuesIgnoreCase: option,
    variableTypeIn: textsFilter(
      (types) => sql`lower(h.type) = any(${types.map((type) => type.toLowerCase())}::text[])`,
    ),
    includeDeleted: option,
    processInstanceId: isIdOf(sql`h.instance_id`),
    processInstanceIdIn: isOneIdOf(sql`h.instance_id`),
    processDefinitionId: isIdOf(sql`p.definition_id`),
    processDefinitionKey: isText(sql`d.key`),
    executionIdIn: textsFilter((ids) => sql`${executionOfVariable}::text = any(${ids}::text[])`),
    caseInstanceId: textFilter(() => sql`false`),
    caseExecutionIdIn: textsFilter(() => sql`false`),
    caseActivityIdIn: textsFilter(() => sql`false`),
    taskIdIn: isOneIdOf(sql`t.id`),
    activityInstanceIdIn: isOneIdOf(activityInstance),
    ...tenantFilters(sql`p.tenant_id`),
  },
  sorts: {
    instanceId: required(sql`h.instance_id`),
    variableName: required(sql`h.name collate "C"`),
    tenantId: tenantOfInstance,
  },
  tie: sql`h.id`,
  present: presentVariableHistory,
  weightOf: lengthOfValue,
  large: {
    columns: (scope) => columnsWith(cutValue(sql`h.value`), scope),
    keyOf: ({ valueId }) => valueId,
    among: amongInstances,
    // A value that was the last one when the list began is in it, although the variable has another one meanwhile.
    always: ofWorkplace,
  },
}

/** Presents a historic variable with its value. In lists, objects are deserialised unless `deserializeValues=false`. */
export function presentVariableHistory(
  { type, value, bytes, size: _, valueId: __, leftOut: ___, info, ...row }: VariableHistoryRow,
  { options }: QueryScope,
): unknown {
  return {
    ...presentColumns(
      { type, value, bytes, info },
      { deserialize: options.deserializeValues !== 'false' && options.deserializeValue !== 'false', hidesBytes: true },
    ),
    ...row,
  }
}

function ofWorkplace({ workplaceId }: QueryScope): readonly Sql[] {
  return [sql`h.workplace_id = ${workplaceId}::uuid`]
}

function includesDeleted({ parameters }: QueryScope): boolean {
  return parameters.includeDeleted === true || parameters.includeDeleted === 'true'
}

/** A value of a variable that is named as well. */
function hasValue(value: unknown, context: FilterContext): readonly Sql[] {
  const filter = variablesFilter({
    what: 'variable',
    operators: ['eq'],
    source: () =>
      sql`from (select h.name, h.type, h.value, case when h.type in ('Integer', 'Short', 'Long', 'Double') then h.value::float8 when h.type = 'Date' then extract(epoch from h.value::timestamptz) * 1000 end as number) v where true`,
  })
  return filter([{ name: context.other('variableName'), operator: 'eq', value }], { ...context, origin: 'body' })
}
