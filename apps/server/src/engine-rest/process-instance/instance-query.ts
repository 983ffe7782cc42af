import { sql } from 'kysely'
import { incidentFilters, keyFilters, suspensionFilters, tenantFilters, textFilters } from '../query/common-filters.ts'
import { notBoth } from '../query/contradictions.ts'
import { asId, flag, isIdOf, isOneIdOf, isText, option, textFilter, textsFilter } from '../query/filters.ts'
import { type ListedColumn, listedParts } from '../query/instance-parts.ts'
import type { ListQuery } from '../query/list-query.ts'
import { required } from '../query/sorting.ts'
import { comparing, variablesFilter } from '../query/variable-filters.ts'

export interface InstanceRow {
  readonly id: string
  readonly definitionId: string
  readonly definitionKey: string
  readonly businessKey: string | null
  readonly suspended: boolean
  readonly tenantId: string | null
}

/** An outer join, though each has a definition: PostgreSQL leaves it out of a count. */
const instances = sql`instance i left join process_definition d on d.workplace_id = i.workplace_id and d.id = i.definition_id`

/** The columns of `instance_listing` by which running instances have an index. */
const listed: Readonly<Record<string, ListedColumn>> = {
  businessKey: { of: sql`l.business_key`, isOptional: true },
  definitionKey: { of: sql`l.process_key`, isOptional: true },
}

/** Running process instances. */
export const instanceQuery: ListQuery<InstanceRow> = {
  columns:
    () => sql`i.id, i.definition_id as "definitionId", d.key as "definitionKey", i.business_key as "businessKey", i.case_instance_id as "caseInstanceId", false as ended,
    i.is_suspended as suspended, i.tenant_id as "tenantId", '[]'::jsonb as links`,
  from: () => instances,
  parts: ({ workplaceId }, sorting) => {
    const column = sorting.length === 1 ? listed[sorting[0]?.name ?? ''] : undefined
    const where = [sql`l.ended_at = 'infinity'`]
    return column === undefined ? null : listedParts(workplaceId, { instances, id: sql`i.id`, where, sorting, column })
  },
  tenant: sql`i.tenant_id`,
  reading: { right: 'instances.read', processKey: sql`d.key` },
  always: ({ workplaceId }) => [sql`i.workplace_id = ${workplaceId}::uuid`],
  hasOrQueries: true,
  contradictions: [
    notBoth(['rootProcessInstances'], ['superProcessInstance']),
    notBoth(['leafProcessInstances'], ['subProcessInstance']),
  ],
  filters: {
    processInstanceIds: isOneIdOf(sql`i.id`),
    ...textFilters('businessKey', sql`i.business_key`),
    caseInstanceId: isText(sql`i.case_instance_id`),
    superCaseInstance: textFilter(() => sql`false`),
    subCaseInstance: textFilter(() => sql`false`),
    processDefinitionId: isIdOf(sql`i.definition_id`),
    ...keyFilters('processDefinitionKey', sql`d.key`),
    deploymentId: isIdOf(sql`d.deployment_id`),
    superProcessInstance: isIdOf(sql`i.caller_instance_id`),
    subProcessInstance: textFilter(
      (id) =>
        sql`i.id = (select c.caller_instance_id from instance c where c.workplace_id = i.workplace_id and c.id = ${asId(id)}::uuid)`,
    ),
    ...suspensionFilters(sql`i.is_suspended`),
    withIncident: flag(
      sql`exists (select 1 from incident n where n.workplace_id = i.workplace_id and n.root_id = i.root_id and n.instance_id = i.id)`,
    ),
    ...incidentFilters(
      sql`from incident n where n.workplace_id = i.workplace_id and n.root_id = i.root_id and n.instance_id = i.id`,
    ),
    ...tenantFilters(sql`i.tenant_id`),
    processDefinitionWithoutTenantId: flag(sql`d.tenant_id is null`),
    activityIdIn: textsFilter(
      (
        keys,
        { workplaceId },
      ) => sql`i.id in (select e.instance_id from element e where e.workplace_id = ${workplaceId}::uuid and e.state in ('active', 'joining', 'before', 'after')
        and (case when e.loop = 'body' then e.element_key || '#multiInstanceBody' else e.element_key end) = any(${keys}::text[]))`,
    ),
    rootProcessInstances: flag(sql`i.caller_instance_id is null`),
    rootProcessInstanceId: isIdOf(sql`i.root_id`),
    leafProcessInstances: flag(
      sql`not exists (select 1 from instance c where c.workplace_id = i.workplace_id and c.caller_instance_id = i.id)`,
    ),
    variables: variablesFilter({
      what: 'variable',
      operators: [...comparing, 'notLike'],
      source: () =>
        sql`from variable v where v.workplace_id = i.workplace_id and v.root_id = i.root_id and v.scope_id = i.id`,
    }),
    variableNamesIgnoreCase: option,
    variableValuesIgnoreCase: option,
  },
  sorts: {
    instanceId: required(sql`i.id`),
    definitionKey: sql`d.key`,
    definitionId: required(sql`i.definition_id`),
    tenantId: sql`i.tenant_id`,
    businessKey: sql`left(lower(i.business_key), 200) collate "C"`,
  },
  tie: sql`i.id`,
}
