import { batchCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { endBatch } from '../../operations/batches/end-batch.ts'
import { retryFailed } from '../../operations/batches/retry-failed.ts'
import { suspendBatch } from '../../operations/batches/suspend-batch.ts'
import { route } from '../../platform/http/route.ts'
import { listRoutes } from '../../platform/list/list-routes.ts'
import { batchSource } from './batch-list.ts'
import { getBatch, listItems } from './get-batch.ts'

/** Routes for batches of operators. The calls that start a batch are with their objects. */
export function registerBatches(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  listRoutes(app, db, { calls: batchCalls, source: batchSource })
  route(app, batchCalls.get, ({ request, params }) => getBatch(db, request, params.id))
  route(app, batchCalls.items, ({ request, params, query }) => listItems(db, request, { ...params, ...query }))
  route(app, batchCalls.pause, ({ request, params }) =>
    suspendBatch(context, request, { ...params, isSuspended: true }),
  )
  route(app, batchCalls.resume, ({ request, params }) =>
    suspendBatch(context, request, { ...params, isSuspended: false }),
  )
  route(app, batchCalls.cancel, ({ request, params }) => endBatch(context, request, params))
  route(app, batchCalls.retry, ({ request, params }) => retryFailed(context, request, params))
}
