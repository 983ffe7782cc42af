import { operators as allowed, get, type OperationGroup, post, put, remove } from '../operation-case.ts'
import type { CallRights } from '../read-groups.ts'

/** Whoever begins a batch at a screen. */
const beginners = ['administrator', 'processAdministrator'] as const
const readers = ['RoleProcessAdmin', 'RoleAdmin'] as const
const operators = [...readers, 'RoleFullAPI'] as const
const scopes = ['operate'] as const

/** The operations on batches. */
export const batchOperations: OperationGroup = {
  prepare: async (as) => {
    const rest = (request: Parameters<typeof as>[2]) => as('root', '/engine-rest', request)
    const start = async () => (await rest(post('/process-definition/key/hidden/start'))).id as string
    const one = await start()
    const over = await rest(post('/process-instance/suspended-async', { processInstanceIds: [one], suspended: true }))
    const [seed] = await rest(get(`/job?jobDefinitionId=${over.seedJobDefinitionId}`))
    const done = await rest(post('/process-instance/suspended-async', { processInstanceIds: [one], suspended: true }))
    await rest(remove(`/batch/${done.id}`))
    // What fails, because nothing is there.
    const none = '00000000-0000-7000-8000-000000000000'
    const failing = await rest(post('/external-task/retries-async', { externalTaskIds: [none], retries: 1 }))
    const [ready] = await rest(get(`/job?jobDefinitionId=${failing.seedJobDefinitionId}`))
    await rest(post(`/job/${ready.id}/execute`))
    const [item] = await rest(get(`/job?jobDefinitionId=${failing.batchJobDefinitionId}`))
    await rest(put(`/job/${item.id}/retries`, { retries: 0 }))
    const failedJobs = failing.batchJobDefinitionId
    return {
      failedJobs,
      liveBatch: over.id,
      seedJob: seed.id,
      pastBatch: done.id,
      failedBatch: failing.id,
      failedItem: item.id,
    }
  },
  cases: [
    {
      operation: 'batches/order-batch',
      scopes,
      allowed,
      rest: ({ instance }) =>
        post('/process-instance/suspended-async', { processInstanceIds: [instance], suspended: true }),
    },
    {
      operation: 'batches/order-batch',
      of: 'cancelling',
      scopes,
      allowed,
      rest: ({ instance }) => post('/process-instance/delete', { processInstanceIds: [instance] }),
    },
    {
      operation: 'batches/order-batch',
      of: 'of history',
      scopes,
      allowed,
      rest: ({ ended }) => post('/history/process-instance/delete', { historicProcessInstanceIds: [ended] }),
    },
    {
      operation: 'batches/prepare-batch',
      scopes: 'browser',
      needsBrowser: true,
      allowed: beginners,
      api: ({ instance }) => post('/processengine/batches', { kind: 'suspend', selection: { ids: [instance] } }),
    },
    {
      // Of whoever has counted it.
      operation: 'batches/begin-batch',
      scopes: 'browser',
      needsBrowser: true,
      allowed: ['administrator'],
      api: ({ draftBatch }) => post(`/processengine/batches/${draftBatch}/begin`, { action: { kind: 'suspend' } }),
    },
    {
      operation: 'batches/suspend-batch',
      scopes,
      allowed,
      api: ({ liveBatch }) => post(`/processengine/batches/${liveBatch}/pause`),
      rest: ({ liveBatch }) => put(`/batch/${liveBatch}/suspended`, { suspended: true }),
    },
    {
      operation: 'batches/end-batch',
      scopes,
      allowed,
      api: ({ liveBatch }) => post(`/processengine/batches/${liveBatch}/cancel`),
      rest: ({ liveBatch }) => remove(`/batch/${liveBatch}`),
    },
    {
      operation: 'batches/retry-failed',
      scopes,
      allowed,
      api: ({ failedBatch }) => post(`/processengine/batches/${failedBatch}/retry`),
      rest: ({ failedJobs }) => put(`/job-definition/${failedJobs}/retries`, { retries: 3 }),
    },
    {
      operation: 'batches/set-item-retries',
      scopes,
      allowed,
      rest: ({ failedItem }) => put(`/job/${failedItem}/retries`, { retries: 2 }),
    },
    {
      operation: 'batches/execute-batch-job',
      scopes,
      allowed,
      rest: ({ seedJob }) => post(`/job/${seedJob}/execute`),
    },
    {
      operation: 'batches/forget-batch',
      scopes,
      allowed,
      rest: ({ pastBatch }) => remove(`/history/batch/${pastBatch}`),
    },
  ],
}

/** The roles that may make each call on batches. */
export const batchRights: CallRights = {
  'GET /processengine/batches': readers,
  'GET /processengine/batches/count': readers,
  'GET /processengine/batches/export': readers,
  'GET /processengine/batches/{id}': readers,
  'GET /processengine/batches/{id}/items': readers,
  'POST /processengine/batches': readers,
  'POST /processengine/batches/{id}/begin': readers,
  'POST /processengine/batches/{id}/pause': operators,
  'POST /processengine/batches/{id}/resume': operators,
  'POST /processengine/batches/{id}/cancel': operators,
  'POST /processengine/batches/{id}/retry': operators,
}
