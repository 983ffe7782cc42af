import { sampleCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { removeSamples } from '../../operations/samples/remove-samples.ts'
import { route } from '../../platform/http/route.ts'

export function registerSamples(app: FastifyInstance, context: AppContext): void {
  route(app, sampleCalls.remove, ({ user }) => removeSamples(context, user))
}
