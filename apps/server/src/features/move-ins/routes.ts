import { moveInCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { connectMoveIn } from '../../operations/move-ins/connect-move-in.ts'
import { forgetMoveIn } from '../../operations/move-ins/forget-move-in.ts'
import { startMoveIn } from '../../operations/move-ins/start-move-in.ts'
import { stopMoveIn } from '../../operations/move-ins/stop-move-in.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { getMoveIn, readLastMoveIn } from './get-move-in.ts'
import { reportMoveIn } from './report-move-in.ts'

/** Moves of the database of another engine into the workplace. */
export function registerMoveIns(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  route(app, moveInCalls.read, ({ request }) => readLastMoveIn(db, request))
  route(app, moveInCalls.connect, async ({ request, body }) => {
    const id = await connectMoveIn(context, request, body)
    return id instanceof Refusal ? id : getMoveIn(db, request, id)
  })
  route(
    app,
    moveInCalls.check,
    async ({ request, params: { id } }) =>
      (await startMoveIn(context, request, { id, isDryRun: true })) ?? getMoveIn(db, request, id),
  )
  route(
    app,
    moveInCalls.start,
    async ({ request, params: { id } }) =>
      (await startMoveIn(context, request, { id, isDryRun: false })) ?? getMoveIn(db, request, id),
  )
  route(
    app,
    moveInCalls.stop,
    async ({ request, params: { id } }) => (await stopMoveIn(context, request, id)) ?? getMoveIn(db, request, id),
  )
  route(app, moveInCalls.forget, ({ request, params: { id } }) => forgetMoveIn(context, request, id))
  route(app, moveInCalls.report, ({ request, params: { id } }) => reportMoveIn(db, request, id))
}
