import { cleanUpCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { runCleanUp } from '../../operations/history/run-clean-up.ts'
import { route } from '../../platform/http/route.ts'
import { getCleanUp } from './get-clean-up.ts'

/** Routes for the history clean-up: times to live, windows and runs. */
export function registerCleanUp(app: FastifyInstance, context: AppContext): void {
  route(app, cleanUpCalls.get, ({ request }) => getCleanUp(context.runtime, request))
  route(app, cleanUpCalls.run, ({ request }) => runCleanUp(context, request))
}
