import { sampleCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { addSample } from '../../operations/samples/add-sample.ts'
import { removeSamples } from '../../operations/samples/remove-samples.ts'
import { route } from '../../platform/http/route.ts'
import { listSamples } from './list-samples.ts'

export function registerSamples(app: FastifyInstance, context: AppContext): void {
  route(app, sampleCalls.list, ({ user }) => listSamples(context, user))
  route(app, sampleCalls.add, ({ user, params }) => addSample(context, user, params.key))
  route(app, sampleCalls.remove, ({ user }) => removeSamples(context, user))
}
