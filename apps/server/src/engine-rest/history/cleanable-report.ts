import { sql } from 'kysely'
import { factsOf } from '../../runtime/history/fact-sql.ts'
import { tenantFilters } from '../query/common-filters.ts'
import { flag, isOneIdOf, isOneOf, type Sql } from '../query/filters.ts'
import type { ListQuery } from '../query/list-query.ts'

const ended: Sql = sql`(select count(*) from history_instance h where h.workplace_id = d.workplace_id and h.definition_id = d.id)`
/** Ended for longer than the time to live of their definition. Without one they stay. */
const cleanable: Sql = sql`(select count(*) from history_instance h where h.workplace_id = d.workplace_id and h.definition_id = d.id and h.ended_at + d.history_time_to_live * interval '1 day' <= now())`

/** The query for the numbers of ended and of removable instances of each definition. */
export const cleanableInstancesQuery: ListQuery = {
  columns:
    () => sql`d.id as "processDefinitionId", d.key as "processDefinitionKey", d.name as "processDefinitionName", d.version as "processDefinitionVersion", d.history_time_to_live as "historyTimeToLive",
    ${ended} as "finishedProcessInstanceCount", ${cleanable} as "cleanableProcessInstanceCount", d.tenant_id as "tenantId"`,
  from: () => sql`process_definition d`,
  tenant: sql`d.tenant_id`,
  reading: { right: 'history.read', processKey: sql`d.key` },
  always: ({ workplaceId }) => [sql`d.workplace_id = ${workplaceId}::uuid`],
  filters: {
    processDefinitionIdIn: isOneIdOf(sql`d.id`),
    processDefinitionKeyIn: isOneOf(sql`d.key`),
    ...tenantFilters(sql`d.tenant_id`),
    compact: flag(sql`${ended} > 0`),
  },
  sorts: { finished: ended },
  order: [sql`d.key`, sql`d.version`],
  tie: sql`d.id`,
}

const evaluation = factsOf('decision-evaluated')
const evaluated: Sql = sql`(select count(*) from history_fact f where f.workplace_id = d.workplace_id and ${evaluation.is} and ${evaluation.text('decisionId')} = d.id::text)`
const cleanableDecisions: Sql = sql`(select count(*) from history_fact f where f.workplace_id = d.workplace_id and ${evaluation.is} and ${evaluation.text('decisionId')} = d.id::text
  and f.at + d.history_time_to_live * interval '1 day' <= now())`

/** The query of the clean-up report for decisions. */
export const cleanableDecisionsQuery: ListQuery = {
  columns:
    () => sql`d.id as "decisionDefinitionId", d.key as "decisionDefinitionKey", d.name as "decisionDefinitionName", d.version as "decisionDefinitionVersion", d.history_time_to_live as "historyTimeToLive",
    ${evaluated} as "finishedDecisionInstanceCount", ${cleanableDecisions} as "cleanableDecisionInstanceCount", d.tenant_id as "tenantId"`,
  from: () => sql`decision_definition d`,
  tenant: sql`d.tenant_id`,
  reading: { right: 'decision-history.read', processKey: sql`d.key` },
  always: ({ workplaceId }) => [sql`d.workplace_id = ${workplaceId}::uuid`],
  filters: {
    decisionDefinitionIdIn: isOneIdOf(sql`d.id`),
    decisionDefinitionKeyIn: isOneOf(sql`d.key`),
    ...tenantFilters(sql`d.tenant_id`),
    compact: flag(sql`${evaluated} > 0`),
  },
  sorts: { finished: evaluated },
  order: [sql`d.key`, sql`d.version`],
  tie: sql`d.id`,
}
