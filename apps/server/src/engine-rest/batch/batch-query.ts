import { sql } from 'kysely'
import { engineKinds } from '../../operations/batches/kinds/index.ts'
import { itemsOfSeed } from '../../operations/batches/statements.ts'
import { tenantFilters } from '../query/common-filters.ts'
import { flag, isAfter, isBefore, isFlag, isIdOf, isText, type Sql } from '../query/filters.ts'
import type { ListQuery } from '../query/list-query.ts'

export interface BatchRow {
  readonly id: string
  readonly type: string
}

/** The condition that a batch has jobs left. It also holds when all items were processed and some failed. */
export const isLiveBatch: Sql = sql`(b.state = 'waiting' or b.state = 'done' and b.failed > 0)`
const isOfEngine: Sql = sql`b.kind = any(${engineKinds}::text[])`

/** One item is one job. */
const columns: Sql = sql`b.id, b.kind as type, b.total as "totalJobs", ${sql.lit(itemsOfSeed)}::int as "batchJobsPerSeed", 1 as "invocationsPerBatchJob", b.seed_definition_id as "seedJobDefinitionId",
  b.monitor_definition_id as "monitorJobDefinitionId", b.job_definition_id as "batchJobDefinitionId", b.tenant_id as "tenantId", b.created_by as "createUserId", b.created_at as "startTime", b.first_done_at as "executionStartTime"`
const liveColumns: Sql = sql`${columns}, b.seeded as "jobsCreated", b.is_suspended as suspended`

/** The query of running batches. */
export const batchQuery: ListQuery<BatchRow> = {
  columns: () => liveColumns,
  from: () => sql`batch b`,
  tenant: sql`b.tenant_id`,
  reading: null,
  always: ({ workplaceId }) => [sql`b.workplace_id = ${workplaceId}::uuid`, isOfEngine, isLiveBatch],
  filters: {
    batchId: isIdOf(sql`b.id`),
    type: isText(sql`b.kind`),
    ...tenantFilters(sql`b.tenant_id`),
    suspended: isFlag(sql`b.is_suspended`),
    createdBy: isText(sql`b.created_by`),
    startedBefore: isBefore(sql`b.created_at`),
    startedAfter: isAfter(sql`b.created_at`),
    withFailures: flag(sql`b.failed > 0`),
    withoutFailures: flag(sql`b.failed = 0`),
  },
  sorts: { batchId: sql`b.id`, tenantId: sql`b.tenant_id collate "C"` },
  tie: sql`b.id`,
}

export const batchStatisticsQuery: ListQuery<BatchRow> = {
  ...batchQuery,
  columns: () =>
    sql`${liveColumns}, b.total - b.done as "remainingJobs", b.done as "completedJobs", b.failed as "failedJobs"`,
  sorts: { ...batchQuery.sorts, startTime: sql`b.created_at` },
}

const endedAt: Sql = sql`(case when ${isLiveBatch} then null else b.ended_at end)`

/** The query of all batches, running or ended. */
export const batchHistoryQuery: ListQuery<BatchRow> = {
  columns: () => sql`${columns}, ${endedAt} as "endTime", b.removal_at as "removalTime"`,
  from: () => sql`batch b`,
  tenant: sql`b.tenant_id`,
  reading: null,
  always: ({ workplaceId }) => [sql`b.workplace_id = ${workplaceId}::uuid`, isOfEngine, sql`b.state <> 'draft'`],
  filters: {
    batchId: isIdOf(sql`b.id`),
    type: isText(sql`b.kind`),
    completed: isFlag(sql`not ${isLiveBatch}`),
    ...tenantFilters(sql`b.tenant_id`),
  },
  sorts: {
    batchId: sql`b.id`,
    startTime: sql`b.created_at`,
    endTime: endedAt,
    tenantId: sql`b.tenant_id collate "C"`,
  },
  tie: sql`b.id`,
}

const finished: Sql = sql`count(*) filter (where not ${isLiveBatch} and b.state <> 'draft')`

/** The query for the numbers of ended and of removable batches of each kind. */
export const cleanableBatchesQuery: ListQuery = {
  columns: () =>
    sql`k.type as "batchType", null as "historyTimeToLive", k.finished as "finishedBatchesCount", k.cleanable as "cleanableBatchesCount"`,
  from: ({
    workplaceId,
  }) => sql`(select b.kind as type, ${finished} as finished, count(*) filter (where not ${isLiveBatch} and b.removal_at <= now()) as cleanable
    from batch b where b.workplace_id = ${workplaceId}::uuid and ${isOfEngine} group by b.kind) k`,
  reading: null,
  filters: {},
  sorts: { finished: sql`k.finished` },
  order: [sql`k.type`],
  tie: sql`k.type`,
}
