import { sql } from 'kysely'
import { suspensionFilters, tenantFilters } from '../query/common-filters.ts'
import { flag, isIdOf, isText, type Sql, textsFilter } from '../query/filters.ts'
import type { ListQuery } from '../query/list-query.ts'

export interface JobDefinitionRow {
  readonly id: string
  readonly processDefinitionId: string
  readonly activityId: string
}

const activity: Sql = sql`(case when jd.is_body then jd.element_key || '#multiInstanceBody' else jd.element_key end)`

/** Where process definitions make jobs. */
export const jobDefinitionQuery: ListQuery<JobDefinitionRow> = {
  columns:
    () => sql`jd.id, jd.definition_id as "processDefinitionId", d.key as "processDefinitionKey", jd.type as "jobType", jd.configuration as "jobConfiguration", ${activity} as "activityId",
    jd.is_suspended as suspended, jd.priority as "overridingJobPriority", d.tenant_id as "tenantId", null as "deploymentId"`,
  from: () =>
    sql`job_definition jd join process_definition d on d.workplace_id = jd.workplace_id and d.id = jd.definition_id`,
  reading: { right: 'instances.read', processKey: sql`d.key` },
  always: ({ workplaceId }) => [sql`jd.workplace_id = ${workplaceId}::uuid`],
  filters: {
    jobDefinitionId: isIdOf(sql`jd.id`),
    activityIdIn: textsFilter((ids) => sql`${activity} = any(${ids}::text[])`),
    processDefinitionId: isIdOf(sql`jd.definition_id`),
    processDefinitionKey: isText(sql`d.key`),
    jobType: isText(sql`jd.type`),
    jobConfiguration: isText(sql`jd.configuration`),
    ...suspensionFilters(sql`jd.is_suspended`),
    withOverridingJobPriority: flag(sql`jd.priority is not null`),
    ...tenantFilters(sql`d.tenant_id`, 'includeJobDefinitionsWithoutTenantId'),
  },
  sorts: {
    jobDefinitionId: sql`jd.id`,
    activityId: sql`${activity} collate "C"`,
    processDefinitionId: sql`jd.definition_id`,
    processDefinitionKey: sql`d.key collate "C"`,
    jobType: sql`jd.type collate "C"`,
    jobConfiguration: sql`jd.configuration collate "C"`,
    tenantId: sql`d.tenant_id`,
  },
  tie: sql`jd.id`,
}
