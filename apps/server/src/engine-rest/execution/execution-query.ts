import { sql } from 'kysely'
import { incidentFilters, suspensionFilters, tenantFilters } from '../query/common-filters.ts'
import { isIdOf, isText, option, type Sql, textFilter } from '../query/filters.ts'
import type { ListQuery } from '../query/list-query.ts'
import { required } from '../query/sorting.ts'
import { executionOfElement } from '../query/sources.ts'
import { comparing, variablesFilter } from '../query/variable-filters.ts'
import { executionParts, executions } from './execution-source.ts'

export const executionQuery: ListQuery = {
  columns: () => sql`x.id, x.instance_id as "processInstanceId", false as ended, i.tenant_id as "tenantId"`,
  from: () => joined(sql`${executions} x`),
  parts: (_, __, isJoined) =>
    executionParts.map((some) => ({ from: isJoined ? joined(sql`${some} x`) : sql`${some} x` })),
  joins: {
    alias: sql`x`,
    to: lookedUp,
    source: () => sql`${executions} x`,
    filters: [
      'businessKey',
      'processDefinitionId',
      'processDefinitionKey',
      'active',
      'suspended',
      'tenantIdIn',
      'withoutTenantId',
    ],
    sorts: ['definitionKey', 'definitionId', 'tenantId'],
  },
  tenant: sql`i.tenant_id`,
  reading: { right: 'instances.read', processKey: sql`d.key` },
  always: ({ workplaceId }) => [sql`x.workplace_id = ${workplaceId}::uuid`],
  filters: {
    businessKey: isText(sql`i.business_key`),
    processDefinitionId: isIdOf(sql`i.definition_id`),
    processDefinitionKey: isText(sql`d.key`),
    processInstanceId: isIdOf(sql`x.instance_id`),
    activityId: textFilter(
      (
        key,
      ) => sql`exists (select 1 from element e where e.workplace_id = x.workplace_id and e.root_id = x.root_id and e.instance_id = x.instance_id and e.state <> 'compensable' and e.open_children = 0
        and e.element_key = ${key} and ${executionOfElement} = x.id)`,
    ),
    signalEventSubscriptionName: textFilter((name) => waitsFor('signal', name)),
    messageEventSubscriptionName: textFilter((name) => waitsFor('message', name)),
    ...suspensionFilters(sql`i.is_suspended`),
    ...incidentFilters(
      sql`from incident n where n.workplace_id = x.workplace_id and n.root_id = x.root_id and n.instance_id = x.instance_id
        and coalesce((select ${executionOfElement} from element e where e.workplace_id = n.workplace_id and e.id = n.element_id), n.instance_id) = x.id`,
    ),
    ...tenantFilters(sql`i.tenant_id`),
    variables: variablesFilter({
      what: 'variable',
      operators: comparing,
      source: () =>
        sql`from variable v where v.workplace_id = x.workplace_id and v.root_id = x.root_id and v.scope_id = x.scope_id`,
    }),
    processVariables: variablesFilter({
      what: 'process variable',
      operators: ['eq', 'neq'],
      source: () =>
        sql`from variable v where v.workplace_id = x.workplace_id and v.root_id = x.root_id and v.scope_id = x.instance_id`,
    }),
    variableNamesIgnoreCase: option,
    variableValuesIgnoreCase: option,
  },
  sorts: {
    instanceId: required(sql`x.instance_id`),
    definitionKey: sql`d.key`,
    definitionId: sql`i.definition_id`,
    tenantId: sql`i.tenant_id`,
  },
  tie: sql`x.id`,
}

/**
 * Joins the instance and the definition of executions. Outer joins, though each execution has both: they add and remove
 * no rows of a page.
 *
 * @param some a source of executions `x`.
 */
function joined(some: Sql): Sql {
  return sql`${some} left join instance i on i.workplace_id = x.workplace_id and i.id = x.instance_id
    left join process_definition d on d.workplace_id = i.workplace_id and d.id = i.definition_id`
}

/**
 * Looks up the instance of each execution of a page, and joins the definition. In a join by the order of the page,
 * PostgreSQL may read all instances.
 *
 * @param some a source of executions `x`.
 */
function lookedUp(some: Sql): Sql {
  return sql`${some} left join lateral (select * from instance i where i.workplace_id = x.workplace_id and i.id = x.instance_id offset 0) i on true
    left join process_definition d on d.workplace_id = i.workplace_id and d.id = i.definition_id`
}

function waitsFor(kind: 'signal' | 'message', name: string) {
  return sql`exists (select 1 from subscription s where s.workplace_id = x.workplace_id and s.kind = ${kind} and s.name = ${name} and s.root_id = x.root_id and s.execution_id = x.id)`
}
