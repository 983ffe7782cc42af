import { externalCallCalls as calls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { replayCall } from '../../operations/external-systems/replay-call.ts'
import { route } from '../../platform/http/route.ts'
import { listRoutes } from '../../platform/list/list-routes.ts'
import { externalCalls } from './call-list.ts'
import { getCall, getHealth } from './get-call.ts'

export function registerExternalCalls(app: FastifyInstance, context: AppContext): void {
  listRoutes(app, context.db, { calls, source: externalCalls })
  route(app, calls.get, ({ request, params }) => getCall(context.db, request, params.id))
  route(app, calls.health, ({ request, params }) => getHealth(context, request, params.id))
  route(app, calls.replay, ({ request, params }) => replayCall(context, request, params.id))
}
