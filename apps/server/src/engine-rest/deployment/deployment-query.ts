import { sql } from 'kysely'
import { tenantFilters, textFilters } from '../query/common-filters.ts'
import { notBoth } from '../query/contradictions.ts'
import { flag, isAfter, isBefore, isIdOf, isText } from '../query/filters.ts'
import type { ListQuery } from '../query/list-query.ts'

export interface DeploymentRow {
  readonly id: string
  readonly name: string | null
  readonly source: string | null
  readonly deploymentTime: Date
  readonly tenantId: string | null
}

export const deploymentQuery: ListQuery<DeploymentRow> = {
  columns: () =>
    sql`p.id, p.name, p.source, p.deployed_at as "deploymentTime", p.tenant_id as "tenantId", '[]'::jsonb as links`,
  from: () => sql`deployment p`,
  tenant: sql`p.tenant_id`,
  reading: { right: 'deployments.read', processKey: sql`null::text` },
  always: ({ workplaceId }) => [sql`p.workplace_id = ${workplaceId}::uuid`],
  contradictions: [notBoth(['source'], ['withoutSource'], 'InvalidRequestException')],
  filters: {
    id: isIdOf(sql`p.id`),
    ...textFilters('name', sql`p.name`),
    source: isText(sql`p.source`),
    withoutSource: flag(sql`p.source is null`),
    after: isAfter(sql`p.deployed_at`),
    before: isBefore(sql`p.deployed_at`),
    ...tenantFilters(sql`p.tenant_id`, 'includeDeploymentsWithoutTenantId'),
  },
  sorts: { id: sql`p.id`, name: sql`p.name`, deploymentTime: sql`p.deployed_at`, tenantId: sql`p.tenant_id` },
  tie: sql`p.id`,
}
