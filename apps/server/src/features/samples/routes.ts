import { sampleCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { addSample } from '../../operations/samples/add-sample.ts'
import { removeSamples } from '../../operations/samples/remove-samples.ts'
import { route } from '../../platform/http/route.ts'
import { listSamples } from './list-samples.ts'

export function registerSamples(app: FastifyInstance, context: AppContext): void {
  route(app, sampleCalls.list, ({ request }) => listSamples(context, request))
  route(app, sampleCalls.add, ({ request, params }) => addSample(context, request, params.key))
  route(app, sampleCalls.remove, ({ request }) => removeSamples(context, request))
}
