import { sql } from 'kysely'
import { firstOf } from '../../platform/db/first-of.ts'
import { inInstances, tenantFilters } from '../query/common-filters.ts'
import { isLike, isOneIdOf, isText, option, type Sql, textsFilter } from '../query/filters.ts'
import { cutValue, lengthOfValue, type ValueRow } from '../query/large-values.ts'
import type { ListQuery, QueryScope } from '../query/list-query.ts'
import { isGiven } from '../query/read-parameter.ts'
import { executionOfElement } from '../query/sources.ts'
import { comparing, variablesFilter } from '../query/variable-filters.ts'
import { presentColumns, type StoredColumns } from '../values/present-value.ts'

export interface VariableInstanceRow extends StoredColumns, ValueRow {
  readonly id: string
  readonly name: string
  /** Only of lists. */
  readonly rootId?: string | null
}

const execution: Sql = sql`coalesce(${executionOfElement}, i.id)`
/** The element instance in which a variable of a task lives, or the scope itself. */
const activityInstance: Sql = sql`coalesce(t.element_id, x.scope_id)`

const columnsWith = (bytes: Sql, value = sql`x.value`): Sql =>
  sql`x.id, x.name, x.type, ${value}, ${bytes} as bytes, x.info, i.definition_id as "processDefinitionId", i.id as "processInstanceId", ${execution} as "executionId", null as "caseInstanceId",
    null as "caseExecutionId", t.id as "taskId", x.batch_id as "batchId", case when i.id is null then null else ${activityInstance} end as "activityInstanceId", null as "errorMessage", coalesce(i.tenant_id, t.tenant_id) as "tenantId"`

/** Those that a batch is about to set are looked at where they are asked for: all others have none. */
function variablesOf({ workplaceId, parameters }: QueryScope): Sql {
  if (!isGiven(parameters.batchIdIn)) return sql`(select o.*, null::uuid as batch_id from variable o)`
  const value = sql`v.one -> 'value'`
  return sql`(select b.workplace_id, md5(b.id::text || (v.one ->> 'name'))::uuid as id, v.one ->> 'name' as name, ${value} ->> 'type' as type, coalesce(${value} -> 'value' ->> 'long', ${value} ->> 'value') as value,
      null::bytea as bytes, ${value} -> 'info' as info, null::float8 as number, null::uuid as scope_id, null::uuid as root_id, null::uuid as instance_id, b.id as batch_id
    from batch b cross join lateral jsonb_array_elements(b.action::jsonb -> 'variables') v (one)
    where b.workplace_id = ${workplaceId}::uuid and b.kind in ('set-variables', 'correlate-message') and b.state = 'waiting'
      and (coalesce(current_setting('app.hides', true), '') = '' or (v.one ->> 'name') !~* current_setting('app.hides', true)))`
}

/** The query of variables of running instances and open tasks. Like Camunda's, lists neither show nor read bytes. */
export const variableInstanceQuery: ListQuery<VariableInstanceRow> = {
  columns: () => columnsWith(sql`null`),
  from: (scope) => joined(sql`${variablesOf(scope)} x`),
  parts: (scope, _, isJoined) => {
    const variables = sql`${variablesOf(scope)} x`
    return [{ from: isJoined ? joined(variables) : variables }]
  },
  joins: {
    alias: sql`x`,
    to: joined,
    source: (scope) => sql`${variablesOf(scope)} x`,
    filters: ['executionIdIn', 'taskIdIn', 'activityInstanceIdIn', 'tenantIdIn', 'withoutTenantId'],
    sorts: ['activityInstanceId', 'tenantId'],
  },
  tenant: sql`coalesce(i.tenant_id, t.tenant_id)`,
  reading: {
    right: 'instances.read',
    processKey: sql`(select d.key from process_definition d where d.workplace_id = x.workplace_id and d.id = ${sql.raw(firstOf('i.definition_id', 't.definition_id'))})`,
  },
  always: ({ workplaceId }) => [sql`x.workplace_id = ${workplaceId}::uuid`],
  filters: {
    variableName: isText(sql`x.name`),
    variableNameLike: isLike(sql`x.name`),
    processInstanceIdIn: inInstances(sql`x`),
    executionIdIn: textsFilter((ids) => sql`${execution}::text = any(${ids}::text[])`),
    caseInstanceIdIn: textsFilter(() => sql`false`),
    caseExecutionIdIn: textsFilter(() => sql`false`),
    taskIdIn: isOneIdOf(sql`t.id`),
    batchIdIn: isOneIdOf(sql`x.batch_id`),
    activityInstanceIdIn: isOneIdOf(activityInstance),
    variableScopeIdIn: isOneIdOf(sql`x.scope_id`),
    ...tenantFilters(sql`coalesce(i.tenant_id, t.tenant_id)`),
    variableValues: variablesFilter({
      what: 'variable',
      operators: [...comparing, 'notLike'],
      source: () => sql`from (select x.name, x.type, x.value, x.number) v where true`,
    }),
    variableNamesIgnoreCase: option,
    variableValuesIgnoreCase: option,
  },
  sorts: {
    variableName: sql`x.name collate "C"`,
    variableType: sql`lower(x.type) collate "C"`,
    activityInstanceId: activityInstance,
    tenantId: sql`i.tenant_id`,
  },
  tie: sql`x.id`,
  present: presentVariableInstance,
  weightOf: lengthOfValue,
  large: {
    columns: () => sql`${columnsWith(sql`null`, cutValue(sql`x.value`))}, x.root_id as "rootId"`,
    keyOf: ({ id }) => id,
    // Those that a batch is about to set have no root, and are no rows of a table.
    among: (rows) => {
      const roots = new Set(rows.flatMap(({ rootId }) => rootId ?? []))
      return roots.size === 0 ? sql`true` : sql`x.root_id = any(${[...roots]}::uuid[])`
    },
  },
}

/** @param variables a source of variables `x`. */
function joined(variables: Sql): Sql {
  return sql`${variables} left join instance i on i.workplace_id = x.workplace_id and i.id = x.instance_id
    left join task t on t.workplace_id = x.workplace_id and t.id = x.scope_id
    left join element e on e.workplace_id = x.workplace_id and e.id = ${sql.raw(firstOf('t.element_id', 'x.scope_id'))}`
}

/** The query of one variable with its bytes. The content of a file is left out. */
export const oneVariableQuery: ListQuery<VariableInstanceRow> = {
  ...variableInstanceQuery,
  columns: () => columnsWith(sql`case when x.type <> 'File' then x.bytes end`),
}

export function presentVariableInstance(
  { type, value, bytes, info, leftOut: _, rootId: __, ...row }: VariableInstanceRow,
  { options }: QueryScope,
): unknown {
  return {
    ...presentColumns(
      { type, value, bytes, info },
      { deserialize: options.deserializeValues !== 'false' && options.deserializeValue !== 'false' },
    ),
    ...row,
  }
}
