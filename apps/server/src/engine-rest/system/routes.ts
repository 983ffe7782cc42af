import { needRole } from '../../operations/rights.ts'
import { getCleanUpJob, listCleanUpJobs, order, readConfiguration } from '../history/clean-up.ts'
import { ask, get, post, type Route } from '../http/call.ts'
import type { Readers } from '../http/readers.ts'
import { answerList, fromBody, fromQuery } from '../query/list-query.ts'
import { listMetrics, sumMetric } from './metrics.ts'
import { schemaLogQuery } from './schema-log.ts'

/** Facts about the installation are for its administrators, and for API clients with RoleFullAPI. */
const keepers: Readers = ({ user }) => needRole(user, ['RoleAdmin', 'RoleFullAPI'], 'read')

/** Calls about the engine itself: metrics, schema log, telemetry. */
export const systemRoutes: readonly Route[] = [
  get('/metrics', listMetrics),
  get('/metrics/:name/sum', sumMetric),
  get('/schema/log', (call) => answerList(call, schemaLogQuery, fromQuery(call)), keepers),
  ask('/schema/log', (call) => answerList(call, schemaLogQuery, fromBody(call)), keepers),
  // Nothing is ever sent anywhere. Camunda still takes the wish, and does nothing with it.
  get('/telemetry/configuration', async () => ({ enableTelemetry: false }), keepers),
  ask('/telemetry/configuration', async () => undefined, keepers),
  get('/history/cleanup/configuration', readConfiguration),
  get('/history/cleanup/jobs', listCleanUpJobs),
  get('/history/cleanup/job', getCleanUpJob),
  post('/history/cleanup', order),
]
