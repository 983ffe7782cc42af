import { sql } from 'kysely'
import { withinTenants } from '../../operations/tenants/within-tenants.ts'
import type { Call } from '../http/call.ts'
import { csvAnswer } from '../http/csv-answer.ts'
import { invalid } from '../http/rest-refusal.ts'
import {
  allOf,
  type Filters,
  isAfter,
  isBefore,
  isOneIdOf,
  isOneOf,
  listConditions,
  type Sql,
} from '../query/filters.ts'
import { fromQuery, runSql } from '../query/list-query.ts'

const periods = {
  month: sql`extract(month from q.started_at)::int`,
  quarter: sql`extract(quarter from q.started_at)::int`,
} as const

/**
 * `GET /history/process-instance/report`: reports the durations of ended instances by the month or quarter of their
 * start.
 */
export async function reportInstances(call: Call): Promise<unknown> {
  const { reportType, periodUnit } = call.query
  if (reportType === undefined) throw invalid('Unknown report type null')
  if (reportType !== 'duration') throw invalid(`Cannot set query parameter 'reportType' to value '${reportType}'`)
  const period = readPeriod(periodUnit, 0)
  const filters: Filters = {
    processDefinitionIdIn: isOneIdOf(sql`q.definition_id`),
    processDefinitionKeyIn: isOneOf(sql`d.key`),
    startedBefore: isBefore(sql`q.started_at`),
    startedAfter: isAfter(sql`q.started_at`),
  }
  const from = sql`history_instance q left join process_definition d on d.workplace_id = q.workplace_id and d.id = q.definition_id`
  const rows = await selectDurations(call, { from, filters, period })
  const heads = ['PERIOD', 'PERIOD_UNIT', 'MINIMUM', 'MAXIMUM', 'AVERAGE']
  const cells = rows.map((row) => [row.period, row.periodUnit, row.minimum, row.maximum, row.average])
  return csvAnswer(call, { fileName: 'process-instance-report.csv', heads, rows: cells }) ?? rows
}

/** `GET /history/task/report`: reports the durations of ended tasks, or the number of ended tasks of each kind. */
export async function reportTasks(call: Call): Promise<unknown> {
  const { reportType, periodUnit, groupBy } = call.query
  if (reportType === undefined) throw invalid('Parameter reportType is not set.')
  if (reportType !== 'duration' && reportType !== 'count')
    throw invalid(`Cannot set query parameter 'reportType' to value '${reportType}'`)
  const filters: Filters = { completedBefore: isBefore(sql`q.ended_at`), completedAfter: isAfter(sql`q.ended_at`) }
  const from = sql`(select workplace_id, created_at as started_at, ended_at, name, definition_id, tenant_id from history_task) q
    left join process_definition d on d.workplace_id = q.workplace_id and d.id = q.definition_id`
  if (reportType === 'duration') return selectDurations(call, { from, filters, period: readPeriod(periodUnit, null) })
  const group = groupBy === 'taskName' ? sql`q.name` : groupBy === 'processDefinition' ? sql`d.key` : null
  if (group === null) throw invalid(`groupBy parameter has invalid value: ${groupBy ?? null}`)
  const where = conditionOf(call, filters)
  return call.runtime.db.read(call.actor, (tx) =>
    runSql(
      tx,
      sql`select min(q.name) as "taskName", count(*) as count, d.key as "processDefinitionKey", min(d.id::text) as "processDefinitionId", min(d.name) as "processDefinitionName", min(d.tenant_id) as "tenantId"
        from ${from} where ${where} group by d.key, ${group} order by 3, 1`,
    ),
  )
}

function conditionOf(call: Call, filters: Filters): Sql {
  return allOf([
    sql`q.workplace_id = ${call.actor.workplaceId}::uuid`,
    ...withinTenants(call.request.user, sql`q.tenant_id`),
    ...listConditions(filters, fromQuery(call)),
  ])
}

interface DurationRow {
  readonly period: number
  readonly periodUnit: string
  readonly minimum: number
  readonly maximum: number
  readonly average: number
}

function selectDurations(
  call: Call,
  { from, filters, period }: { from: Sql; filters: Filters; period: keyof typeof periods },
): Promise<DurationRow[]> {
  const where = conditionOf(call, filters)
  const duration = sql`floor(extract(epoch from q.ended_at - q.started_at) * 1000)`
  return call.runtime.db.read(call.actor, (tx) =>
    runSql<DurationRow>(
      tx,
      sql`select ${periods[period]} as period, ${period.toUpperCase()}::text as "periodUnit", min(${duration})::bigint as minimum, max(${duration})::bigint as maximum, floor(avg(${duration}))::bigint as average
        from ${from} where ${where} group by 1 order by 1`,
    ),
  )
}

function readPeriod(unit: string | undefined, code: number | null): keyof typeof periods {
  if (unit === undefined) throw invalid('periodUnit is null', code)
  const period = unit.toLowerCase()
  if (period === 'month' || period === 'quarter') return period
  throw invalid(
    `Cannot set query parameter 'periodUnit' to value '${unit}': Cannot convert value ${unit} to java enum type org.camunda.bpm.engine.query.PeriodUnit`,
  )
}
