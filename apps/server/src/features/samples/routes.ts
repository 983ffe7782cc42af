import { sampleCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { route } from '../../platform/http/route.ts'
import { removeSamples } from './remove-samples.ts'

export function registerSamples(app: FastifyInstance, { runtime }: AppContext): void {
  route(app, sampleCalls.remove, ({ user }) => removeSamples(runtime, user))
}
