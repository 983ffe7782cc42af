import { sql } from 'kysely'
import { endBatch } from '../../operations/batches/end-batch.ts'
import { forgetBatch } from '../../operations/batches/forget-batch.ts'
import { suspendBatch } from '../../operations/batches/suspend-batch.ts'
import { getOne } from '../history/get-one.ts'
import { bodyOf, flagOf, queryFlag } from '../http/body.ts'
import { type Call, get, pathOf, post, put, type Route, remove } from '../http/call.ts'
import { orThrow } from '../http/present-refusal.ts'
import { readersOf } from '../http/readers.ts'
import { invalid } from '../http/rest-refusal.ts'
import { asId } from '../query/filters.ts'
import { listRoutes } from '../query/list-query.ts'
import { batchHistoryQuery, batchQuery, batchStatisticsQuery, cleanableBatchesQuery } from './batch-query.ts'
import {
  deleteDecisions,
  deleteHistory,
  setBatchRemoval,
  setDecisionRemoval,
  setInstanceRemoval,
} from './history-batches.ts'
import {
  correlateMessage,
  deleteInstances,
  deletePastInstances,
  setJobRetries,
  setPastJobRetries,
  setVariables,
  suspendInstances,
} from './instance-batches.ts'
import { migrateInBatch, modifyInBatch, modifyOneInBatch, restartInBatch } from './moved-instances.ts'
import { setManyJobRetries, setManyTaskRetries } from './work-batches.ts'

/** A batch belongs to no process, so reading it needs the right to all processes. */
const [readers, historyReaders] = [readersOf('/batch'), readersOf('/history/batch')]

export const batchRoutes: readonly Route[] = [
  ...listRoutes('/batch/statistics', batchStatisticsQuery, ['GET'], readers),
  ...listRoutes('/batch', batchQuery, ['GET'], readers),
  get('/batch/:id', (call) =>
    getOne(
      call,
      batchQuery,
      (id) => sql`b.id = ${id}::uuid`,
      (id) => `Batch with id '${id}' does not exist`,
    ),
  ),
  remove('/batch/:id', deleteBatch),
  put('/batch/:id/suspended', setSuspended),
  ...listRoutes('/history/batch/cleanable-batch-report', cleanableBatchesQuery, ['GET'], historyReaders),
  ...listRoutes('/history/batch', batchHistoryQuery, ['GET'], historyReaders),
  post('/history/batch/set-removal-time', setBatchRemoval),
  get('/history/batch/:id', (call) =>
    getOne(
      call,
      batchHistoryQuery,
      (id) => sql`b.id = ${id}::uuid`,
      (id) => `Historic batch with id '${id}' does not exist`,
    ),
  ),
  remove('/history/batch/:id', forget),
  post('/process-instance/delete', deleteInstances),
  post('/process-instance/delete-historic-query-based', deletePastInstances),
  post('/process-instance/suspended-async', suspendInstances),
  post('/process-instance/variables-async', setVariables, 'variables'),
  post('/process-instance/message-async', correlateMessage, 'variables'),
  post('/process-instance/job-retries', setJobRetries),
  post('/process-instance/job-retries-historic-query-based', setPastJobRetries),
  post('/modification/executeAsync', modifyInBatch, 'variables'),
  post('/process-instance/:id/modification-async', modifyOneInBatch, 'variables'),
  post('/migration/executeAsync', migrateInBatch, 'variables'),
  post('/process-definition/:id/restart-async', restartInBatch, 'variables'),
  post('/job/retries', setManyJobRetries),
  post('/external-task/retries-async', setManyTaskRetries),
  post('/history/process-instance/delete', deleteHistory),
  post('/history/process-instance/set-removal-time', setInstanceRemoval),
  post('/history/decision-instance/delete', deleteDecisions),
  post('/history/decision-instance/set-removal-time', setDecisionRemoval),
]

/** With `cascade` nothing is kept of it; else it is history. */
async function deleteBatch(call: Call): Promise<undefined> {
  const id = pathOf(call, 'id')
  const missing = () => invalid(`Unable to delete batch with id '${id}'`, 0)
  orThrow(await endBatch(call.context, call.request, { id: asId(id), isForgotten: queryFlag(call, 'cascade') }), {
    gone: missing,
    answers: { 'batch.over': missing },
  })
  return undefined
}

async function setSuspended(call: Call): Promise<undefined> {
  const id = pathOf(call, 'id')
  const isSuspended = flagOf(bodyOf(call), 'suspended') ?? false
  const missing = () => invalid(`Unable to ${isSuspended ? 'suspend' : 'activate'} batch with id '${id}'`, 0)
  orThrow(await suspendBatch(call.context, call.request, { id: asId(id), isSuspended }), {
    gone: missing,
    answers: { 'batch.over': missing },
  })
  return undefined
}

async function forget(call: Call): Promise<undefined> {
  const id = pathOf(call, 'id')
  orThrow(await forgetBatch(call.context, call.request, asId(id)), {
    gone: () => invalid(`Unable to delete historic batch with id '${id}'`, 0),
    answers: { 'batch.running': ({ message }) => invalid(message, 0) },
  })
  return undefined
}
