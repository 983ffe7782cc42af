import { taskBulkCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../../app-context.ts'
import { cancelBatch } from '../../../operations/task-batches/cancel-batch.ts'
import { startBatch } from '../../../operations/task-batches/start-batch.ts'
import { Refusal } from '../../../platform/errors/refusal.ts'
import { route } from '../../../platform/http/route.ts'
import { applyDeed, undoDeeds } from './apply-deed.ts'
import { findBatch, getBatch, listBatches } from './batches.ts'
import { findChosen } from './find-chosen.ts'
import { getSharedForm } from './shared-form.ts'

export function registerTaskBulk(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  route(app, taskBulkCalls.apply, ({ user, body }) => applyDeed(context, user, body))
  route(app, taskBulkCalls.undo, ({ user, body }) => undoDeeds(context, user, body.items))
  route(app, taskBulkCalls.form, ({ user, body }) => getSharedForm(context, user, body))
  route(app, taskBulkCalls.batches, ({ user }) => listBatches(db, user))
  route(app, taskBulkCalls.startBatch, async ({ user, body: { deed, selection } }) => {
    const tasks = await findChosen(context.runtime, user, selection)
    const id = tasks instanceof Refusal ? tasks : await startBatch(context, user, { deed, tasks })
    return id instanceof Refusal ? id : findBatch(db, user, id)
  })
  route(app, taskBulkCalls.batch, ({ user, params, query }) => getBatch(db, user, { ...params, ...query }))
  route(
    app,
    taskBulkCalls.cancelBatch,
    async ({ user, params }) => (await cancelBatch(context, user, params.id)) ?? findBatch(db, user, params.id),
  )
}
