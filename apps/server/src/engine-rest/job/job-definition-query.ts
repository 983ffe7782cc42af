import { sql } from 'kysely'
import { engineKinds } from '../../operations/batches/kinds/index.ts'
import { isLiveBatch } from '../batch/batch-query.ts'
import { suspensionFilters, tenantFilters } from '../query/common-filters.ts'
import { flag, isIdOf, isText, type Sql, textsFilter } from '../query/filters.ts'
import type { ListQuery } from '../query/list-query.ts'

export interface JobDefinitionRow {
  readonly id: string
  /** Null: it is of a batch, whose id is its configuration. */
  readonly processDefinitionId: string | null
  readonly activityId: string | null
  readonly jobConfiguration: string | null
}

const activity: Sql = sql`(case when jd.is_body then jd.element_key || '#multiInstanceBody' else jd.element_key end)`

/** Returns the job definitions of processes, and the three that each running batch has. */
function allDefinitions(workplaceId: string): Sql {
  const ofBatch = (id: Sql, type: Sql) =>
    sql`union all select b.workplace_id, ${id}, null, null, false, ${type}, b.id::text, b.is_suspended, null, b.tenant_id from batch b
      where b.workplace_id = ${workplaceId}::uuid and b.kind = any(${engineKinds}::text[]) and ${isLiveBatch}`
  return sql`(select o.workplace_id, o.id, o.definition_id, o.element_key, o.is_body, o.type, o.configuration, o.is_suspended, o.priority, null as tenant_id from job_definition o
    ${ofBatch(sql`b.seed_definition_id`, sql`'batch-seed-job'`)} ${ofBatch(sql`b.monitor_definition_id`, sql`'batch-monitor-job'`)} ${ofBatch(sql`b.job_definition_id`, sql`b.kind`)})`
}

/** The query of job definitions: the elements of process definitions that create jobs, and batches. */
export const jobDefinitionQuery: ListQuery<JobDefinitionRow> = {
  columns:
    () => sql`jd.id, jd.definition_id as "processDefinitionId", d.key as "processDefinitionKey", jd.type as "jobType", jd.configuration as "jobConfiguration", ${activity} as "activityId",
    jd.is_suspended as suspended, jd.priority as "overridingJobPriority", coalesce(d.tenant_id, jd.tenant_id) as "tenantId", null as "deploymentId"`,
  from: ({ workplaceId }) =>
    sql`${allDefinitions(workplaceId)} jd left join process_definition d on d.workplace_id = jd.workplace_id and d.id = jd.definition_id`,
  tenant: sql`coalesce(d.tenant_id, jd.tenant_id)`,
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
    ...tenantFilters(sql`coalesce(d.tenant_id, jd.tenant_id)`, 'includeJobDefinitionsWithoutTenantId'),
  },
  sorts: {
    jobDefinitionId: sql`jd.id`,
    activityId: sql`${activity} collate "C"`,
    processDefinitionId: sql`jd.definition_id`,
    processDefinitionKey: sql`d.key collate "C"`,
    jobType: sql`jd.type collate "C"`,
    jobConfiguration: sql`jd.configuration collate "C"`,
    tenantId: sql`coalesce(d.tenant_id, jd.tenant_id)`,
  },
  tie: sql`jd.id`,
}
