import { sql } from 'kysely'
import { withinTenants } from '../../operations/tenants/within-tenants.ts'
import { factsOf } from '../../runtime/history/fact-sql.ts'
import { BinaryAnswer, type Call, get, pathOf, type Route, remove } from '../http/call.ts'
import { invalid, notFound } from '../http/rest-refusal.ts'
import { allOf, asId } from '../query/filters.ts'
import { findRow, listRoutes, runSql } from '../query/list-query.ts'
import { allInstances } from '../query/sources.ts'
import { presentBytes } from '../variables/variable-routes.ts'
import { listHistoricStatistics } from './activity-statistics.ts'
import { cleanableDecisionsQuery, cleanableInstancesQuery } from './cleanable-report.ts'
import { decisionHistoryQuery } from './decision-history.ts'
import { deleteInstance, deleteVariable, deleteVariables } from './delete-history.ts'
import { detailQuery } from './detail-history.ts'
import { elementHistoryQuery } from './element-history.ts'
import { externalTaskLogQuery } from './external-task-log.ts'
import { getOne } from './get-one.ts'
import { identityLinkLogQuery } from './identity-link-log.ts'
import { incidentHistoryQuery } from './incident-history.ts'
import { instanceHistoryQuery } from './instance-history.ts'
import { jobLogQuery } from './job-log.ts'
import { reportInstances, reportTasks } from './reports.ts'
import { listRequirementsStatistics } from './requirements-statistics.ts'
import { taskHistoryQuery } from './task-history.ts'
import { variableHistoryQuery } from './variable-history.ts'

export const historyRoutes: readonly Route[] = [
  ...listRoutes('/history/process-instance', instanceHistoryQuery),
  get('/history/process-instance/report', reportInstances),
  remove('/history/process-instance/:id', deleteInstance),
  remove('/history/process-instance/:id/variable-instances', deleteVariables),
  get('/history/process-instance/:id', (call) =>
    getOne(
      call,
      instanceHistoryQuery,
      (id) => sql`q.id = ${id}::uuid`,
      (id) => `Historic process instance with id ${id} does not exist`,
    ),
  ),
  ...listRoutes('/history/activity-instance', elementHistoryQuery),
  get('/history/activity-instance/:id', (call) =>
    getOne(
      call,
      elementHistoryQuery,
      (id) => sql`q.id = ${id}::uuid`,
      (id) => `Historic activity instance with id '${id}' does not exist`,
    ),
  ),
  ...listRoutes('/history/task', taskHistoryQuery),
  get('/history/task/report', reportTasks),
  ...listRoutes('/history/variable-instance', variableHistoryQuery),
  remove('/history/variable-instance/:id', deleteVariable),
  get('/history/variable-instance/:id', (call) =>
    getOne(call, variableHistoryQuery, (id) => sql`h.variable_id = ${id}::uuid`, variableMissing),
  ),
  get('/history/variable-instance/:id/data', getVariableData),
  ...listRoutes('/history/detail', detailQuery),
  get('/history/detail/:id', (call) => getOne(call, detailQuery, (id) => sql`h.id = ${id}::uuid`, detailMissing)),
  get('/history/detail/:id/data', getDetailData),
  ...listRoutes('/history/job-log', jobLogQuery),
  get('/history/job-log/:id', (call) =>
    getOne(
      call,
      jobLogQuery,
      (id) => sql`q.id = ${id}::uuid`,
      (id) => `Historic job log with id ${id} does not exist`,
    ),
  ),
  get('/history/job-log/:id/stacktrace', getJobStacktrace),
  ...listRoutes('/history/external-task-log', externalTaskLogQuery),
  get('/history/external-task-log/:id', (call) =>
    getOne(
      call,
      externalTaskLogQuery,
      (id) => sql`q.id = ${id}::uuid`,
      (id) => `Historic external task log with id ${id} does not exist`,
    ),
  ),
  get('/history/external-task-log/:id/error-details', getErrorDetails),
  ...listRoutes('/history/incident', incidentHistoryQuery, ['GET']),
  ...listRoutes('/history/process-definition/cleanable-process-instance-report', cleanableInstancesQuery, ['GET']),
  get('/history/process-definition/:id/statistics', listHistoricStatistics),
  ...listRoutes('/history/decision-definition/cleanable-decision-instance-report', cleanableDecisionsQuery, ['GET']),
  get('/history/decision-requirements-definition/:id/statistics', listRequirementsStatistics),
  ...listRoutes('/history/identity-link-log', identityLinkLogQuery, ['GET']),
  ...listRoutes('/history/decision-instance', decisionHistoryQuery, ['GET']),
  get('/history/decision-instance/:id', (call) =>
    getOne(
      call,
      decisionHistoryQuery,
      (id) => sql`q.id = ${id}::uuid`,
      (id) => `Historic decision instance with id '${id}' does not exist`,
    ),
  ),
]

function variableMissing(id: string): string {
  return `Historic variable instance with Id '${id}' does not exist.`
}

async function getVariableData(call: Call): Promise<unknown> {
  const id = pathOf(call, 'id')
  const row = await call.runtime.db.read(call.actor, (tx) =>
    findRow(tx, variableHistoryQuery, call.request, sql`h.variable_id = ${asId(id)}::uuid`),
  )
  if (row === undefined) throw notFound(variableMissing(id))
  return presentBytes(call, row, { table: 'history_variable', id: row.valueId, among: [row.processInstanceId] })
}

function detailMissing(id: string): string {
  return `Historic detail with Id '${id}' does not exist.`
}

async function getDetailData(call: Call): Promise<unknown> {
  const id = pathOf(call, 'id')
  const row = await call.runtime.db.read(call.actor, (tx) =>
    findRow(tx, detailQuery, call.request, sql`h.id = ${asId(id)}::uuid`),
  )
  if (row === undefined) throw notFound(detailMissing(id))
  if (row.kind === 'formField') throw invalid(`Historic detail with Id '${id}' is not a variable update.`)
  return presentBytes(call, row, { table: 'history_variable', id: row.id, among: [row.processInstanceId] })
}

async function getJobStacktrace(call: Call): Promise<unknown> {
  const id = pathOf(call, 'id')
  const row = await call.runtime.db.read(call.actor, (tx) =>
    findRow(tx, jobLogQuery, call.request, sql`q.id = ${asId(id)}::uuid`),
  )
  if (row === undefined) throw notFound(`Historic job log with id ${id} does not exist`)
  return new BinaryAnswer(Buffer.from(row.jobExceptionMessage ?? ''), 'text/plain; charset=utf-8', null)
}

const failed = factsOf('external-task-failed')

async function getErrorDetails(call: Call): Promise<unknown> {
  const { workplaceId } = call.actor
  const id = pathOf(call, 'id')
  const [row] = await call.runtime.db.read(call.actor, (tx) =>
    runSql<{ details: string | null }>(
      tx,
      sql`select ${failed.text('details')} as details from history_fact f left join ${allInstances} p on p.workplace_id = f.workplace_id and p.id = f.instance_id
        where ${allOf([sql`f.workplace_id = ${workplaceId}::uuid`, failed.is, sql`f.id = ${asId(id)}::uuid`, ...withinTenants(call.request.user, sql`p.tenant_id`)])}`,
    ),
  )
  if (row === undefined) throw notFound(`Historic external task log with id ${id} does not exist`)
  return row.details === null
    ? undefined
    : new BinaryAnswer(Buffer.from(row.details), 'text/plain; charset=utf-8', null)
}
