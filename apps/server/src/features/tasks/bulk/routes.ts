import { taskBulkCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../../app-context.ts'
import { cancelBatch } from '../../../operations/batches/cancel-batch.ts'
import { startBatch } from '../../../operations/batches/start-batch.ts'
import { Refusal } from '../../../platform/errors/refusal.ts'
import { route } from '../../../platform/http/route.ts'
import { applyToTasks, undoForTasks } from './apply-to-tasks.ts'
import { findBatch, getBatch, listBatches } from './batches.ts'
import { findChosen } from './find-chosen.ts'
import { getSharedForm } from './shared-form.ts'

export function registerTaskBulk(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  route(app, taskBulkCalls.apply, ({ request, body }) => applyToTasks(context, request, body))
  route(app, taskBulkCalls.undo, ({ request, body }) => undoForTasks(context, request, body.items))
  route(app, taskBulkCalls.form, ({ request, body }) => getSharedForm(context, request, body))
  route(app, taskBulkCalls.batches, ({ request }) => listBatches(db, request))
  route(app, taskBulkCalls.startBatch, async ({ request, body: { action, selection } }) => {
    const tasks = await findChosen(context.runtime, request, selection)
    const id = tasks instanceof Refusal ? tasks : await startBatch(context, request, { action, tasks })
    return id instanceof Refusal ? id : findBatch(db, request, id)
  })
  route(app, taskBulkCalls.batch, ({ request, params, query }) => getBatch(db, request, { ...params, ...query }))
  route(
    app,
    taskBulkCalls.cancelBatch,
    async ({ request, params }) =>
      (await cancelBatch(context, request, params.id)) ?? findBatch(db, request, params.id),
  )
}
