import { sql } from 'kysely'
import { diagramName } from '../deployment/diagram.ts'
import { incidentFilters, isVersion, suspensionFilters, tenantFilters, textFilters } from '../query/common-filters.ts'
import { notBoth } from '../query/contradictions.ts'
import { flag, isAfter, isAt, isIdOf, isOneIdOf, isOneOf, option, textFilter } from '../query/filters.ts'
import type { ListQuery } from '../query/list-query.ts'

export interface DefinitionRow {
  readonly id: string
  readonly key: string
  readonly name: string | null
  readonly version: number
  readonly resource: string
  readonly deploymentId: string
  readonly suspended: boolean
  readonly tenantId: string | null
  readonly historyTimeToLive: number | null
}

/** Process definitions. */
export const definitionQuery: ListQuery<DefinitionRow> = {
  columns:
    () => sql`d.id, d.key, d.category, d.description, d.name, d.version, d.resource_name as resource, d.deployment_id as "deploymentId", ${diagramName()} as diagram,
    d.is_suspended as suspended, d.tenant_id as "tenantId", d.version_tag as "versionTag", d.history_time_to_live as "historyTimeToLive", d.is_startable as "startableInTasklist"`,
  from: () => sql`process_definition d`,
  tenant: sql`d.tenant_id`,
  reading: { right: 'definitions.read', processKey: sql`d.key` },
  always: ({ workplaceId }) => [sql`d.workplace_id = ${workplaceId}::uuid`],
  contradictions: [notBoth(['latestVersion'], ['processDefinitionId', 'version', 'deploymentId'])],
  filters: {
    processDefinitionId: isIdOf(sql`d.id`),
    processDefinitionIdIn: isOneIdOf(sql`d.id`),
    ...textFilters('name', sql`d.name`),
    deploymentId: isIdOf(sql`d.deployment_id`),
    deployedAfter: isAfter(
      sql`(select p.deployed_at from deployment p where p.workplace_id = d.workplace_id and p.id = d.deployment_id)`,
    ),
    deployedAt: isAt(
      sql`(select p.deployed_at from deployment p where p.workplace_id = d.workplace_id and p.id = d.deployment_id)`,
    ),
    ...textFilters('key', sql`d.key`),
    keysIn: isOneOf(sql`d.key`),
    ...textFilters('category', sql`d.category`),
    version: isVersion(sql`d.version`),
    latestVersion: flag(
      sql`d.version = (select max(o.version) from process_definition o where o.workplace_id = d.workplace_id and o.key = d.key and coalesce(o.tenant_id, '') = coalesce(d.tenant_id, ''))`,
    ),
    ...textFilters('resourceName', sql`d.resource_name`),
    startableBy: textFilter(
      (
        user,
      ) => sql`(${user} = any(d.starter_users) or exists (select 1 from app_user u join group_membership m on m.workplace_id = u.workplace_id and m.user_id = u.id
        join user_group g on g.workplace_id = m.workplace_id and g.id = m.group_id where u.workplace_id = d.workplace_id and u.username_key = lower(${user}) and g.key = any(d.starter_groups)))`,
    ),
    ...suspensionFilters(sql`d.is_suspended`),
    ...incidentFilters(
      sql`from incident n join instance i on i.workplace_id = n.workplace_id and i.id = n.instance_id where n.workplace_id = d.workplace_id and i.definition_id = d.id`,
    ),
    ...tenantFilters(sql`d.tenant_id`, 'includeProcessDefinitionsWithoutTenantId'),
    ...textFilters('versionTag', sql`d.version_tag`),
    withoutVersionTag: flag(sql`d.version_tag is null`),
    startableInTasklist: flag(sql`d.is_startable`),
    notStartableInTasklist: flag(sql`not d.is_startable`),
    startablePermissionCheck: option,
  },
  sorts: {
    category: sql`d.category`,
    key: sql`d.key`,
    id: sql`d.id`,
    name: sql`d.name`,
    version: sql`d.version`,
    deploymentId: sql`d.deployment_id`,
    deployTime: sql`(select p.deployed_at from deployment p where p.workplace_id = d.workplace_id and p.id = d.deployment_id)`,
    tenantId: sql`d.tenant_id`,
    versionTag: sql`d.version_tag`,
  },
  order: [sql`d.key`, sql`d.version`],
  tie: sql`d.id`,
}
