import { sql } from 'kysely'
import { firstOf } from '../../platform/db/first-of.ts'
import { inInstance, tenantFilters } from '../query/common-filters.ts'
import { isIdOf, isText, type Sql } from '../query/filters.ts'
import type { ListQuery } from '../query/list-query.ts'

const tenant: Sql = sql`coalesce(i.tenant_id, s.tenant_id)`

/**
 * The query of subscriptions for messages, signals, conditions and compensations: of running instances and start
 * events.
 */
export const subscriptionQuery: ListQuery = {
  columns:
    () => sql`s.id, s.kind as "eventType", s.name as "eventName", s.execution_id as "executionId", s.instance_id as "processInstanceId", s.element_key as "activityId",
    s.created_at as "createdDate", ${tenant} as "tenantId"`,
  from: () => sql`subscription s left join instance i on i.workplace_id = s.workplace_id and i.id = s.instance_id`,
  tenant,
  reading: {
    right: 'instances.read',
    processKey: sql`(select d.key from process_definition d where d.workplace_id = s.workplace_id and d.id = ${sql.raw(firstOf('i.definition_id', 's.definition_id'))})`,
  },
  always: ({ workplaceId }) => [sql`s.workplace_id = ${workplaceId}::uuid`, sql`s.kind <> 'variable'`],
  filters: {
    eventSubscriptionId: isIdOf(sql`s.id`),
    eventName: isText(sql`s.name`),
    eventType: isText(sql`s.kind`),
    executionId: isIdOf(sql`s.execution_id`),
    processInstanceId: inInstance(sql`s`),
    activityId: isText(sql`s.element_key`),
    ...tenantFilters(tenant, 'includeEventSubscriptionsWithoutTenantId'),
  },
  sorts: { created: sql`s.created_at`, tenantId: tenant },
  tie: sql`s.id`,
}
