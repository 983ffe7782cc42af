import { sql } from 'kysely'
import { isVersion, tenantFilters, textFilters } from '../query/common-filters.ts'
import { notBoth } from '../query/contradictions.ts'
import { flag, isAfter, isAt, isIdOf, isOneIdOf, isText, type Sql } from '../query/filters.ts'
import type { ListQuery } from '../query/list-query.ts'

export interface DecisionRow {
  readonly id: string
  readonly key: string
  readonly name: string | null
  readonly version: number
  readonly resource: string
  readonly deploymentId: string
  readonly tenantId: string | null
  readonly historyTimeToLive: number | null
}

/** Decision definitions. */
export const decisionQuery: ListQuery<DecisionRow> = {
  columns:
    () => sql`d.id, d.key, d.category, d.name, d.version, d.resource_name as resource, d.deployment_id as "deploymentId", d.tenant_id as "tenantId",
    d.requirements_id as "decisionRequirementsDefinitionId", d.requirements_key as "decisionRequirementsDefinitionKey", d.history_time_to_live as "historyTimeToLive", d.version_tag as "versionTag"`,
  from: () => sql`decision_definition d`,
  tenant: sql`d.tenant_id`,
  reading: { right: 'decisions.read', processKey: sql`d.key` },
  always: ({ workplaceId }) => [sql`d.workplace_id = ${workplaceId}::uuid`],
  contradictions: [notBoth(['latestVersion'], ['decisionDefinitionId', 'version', 'deploymentId'])],
  filters: {
    decisionDefinitionId: isIdOf(sql`d.id`),
    decisionDefinitionIdIn: isOneIdOf(sql`d.id`),
    ...definitionFilters(sql`decision_definition`),
    decisionRequirementsDefinitionId: isIdOf(sql`d.requirements_id`),
    decisionRequirementsDefinitionKey: isText(sql`d.requirements_key`),
    withoutDecisionRequirementsDefinition: flag(sql`d.requirements_id is null`),
    ...textFilters('versionTag', sql`d.version_tag`),
    ...tenantFilters(sql`d.tenant_id`, 'includeDecisionDefinitionsWithoutTenantId'),
  },
  sorts: {
    ...definitionSorts(),
    decisionRequirementsDefinitionKey: sql`d.requirements_key`,
    versionTag: sql`d.version_tag`,
  },
  order: [sql`d.key`, sql`d.version`],
  tie: sql`d.id`,
}

export interface RequirementsRow {
  readonly id: string
  readonly key: string
  readonly resource: string
  readonly deploymentId: string
}

/** Decision requirements definitions: the graphs of files with more than one decision. */
export const requirementsQuery: ListQuery<RequirementsRow> = {
  columns: () =>
    sql`d.id, d.key, d.category, d.name, d.version, d.resource_name as resource, d.deployment_id as "deploymentId", d.tenant_id as "tenantId"`,
  from: () => sql`decision_requirements d`,
  tenant: sql`d.tenant_id`,
  reading: { right: 'decisions.read', processKey: sql`null::text` },
  always: ({ workplaceId }) => [sql`d.workplace_id = ${workplaceId}::uuid`],
  contradictions: [notBoth(['latestVersion'], ['decisionRequirementsDefinitionId', 'version', 'deploymentId'])],
  filters: {
    decisionRequirementsDefinitionId: isIdOf(sql`d.id`),
    decisionRequirementsDefinitionIdIn: isOneIdOf(sql`d.id`),
    ...definitionFilters(sql`decision_requirements`),
    ...tenantFilters(sql`d.tenant_id`, 'includeDecisionRequirementsDefinitionsWithoutTenantId'),
  },
  sorts: definitionSorts(),
  order: [sql`d.key`, sql`d.version`],
  tie: sql`d.id`,
}

function definitionFilters(table: Sql): ListQuery['filters'] {
  const deployedAt = sql`(select p.deployed_at from deployment p where p.workplace_id = d.workplace_id and p.id = d.deployment_id)`
  return {
    ...textFilters('name', sql`d.name`),
    deploymentId: isIdOf(sql`d.deployment_id`),
    deployedAfter: isAfter(deployedAt),
    deployedAt: isAt(deployedAt),
    ...textFilters('key', sql`d.key`),
    ...textFilters('category', sql`d.category`),
    version: isVersion(sql`d.version`),
    latestVersion: flag(
      sql`d.version = (select max(o.version) from ${table} o where o.workplace_id = d.workplace_id and o.key = d.key and coalesce(o.tenant_id, '') = coalesce(d.tenant_id, ''))`,
    ),
    ...textFilters('resourceName', sql`d.resource_name`),
  }
}

function definitionSorts(): ListQuery['sorts'] {
  return {
    category: sql`d.category`,
    key: sql`d.key`,
    id: sql`d.id`,
    name: sql`d.name`,
    version: sql`d.version`,
    deploymentId: sql`d.deployment_id`,
    deployTime: sql`(select p.deployed_at from deployment p where p.workplace_id = d.workplace_id and p.id = d.deployment_id)`,
    tenantId: sql`d.tenant_id`,
  }
}
