import type { FastifyInstance } from 'fastify'
import { describeEngineRest } from './description/describe.ts'
import { allowOrigins } from './http/cors.ts'
import { registerRoutes, type SurfaceOptions } from './http/register-routes.ts'
import { routes } from './routes.ts'

export { answerError as answerRestError } from './http/register-routes.ts'

export interface EngineRestOptions extends SurfaceOptions {
  /** The version of the product. */
  readonly version: string
}

/**
 * Serves the REST API of Camunda 7.24 below `/engine-rest` and `/engine-rest/engine/default`, so that workers, scripts
 * and tools for Camunda work unchanged.
 */
export async function registerEngineRest(app: FastifyInstance, options: EngineRestOptions): Promise<void> {
  for (const prefix of ['/engine-rest', '/engine-rest/engine/default']) {
    await app.register(async (scope) => registerRoutes(scope, routes, options), { prefix })
  }
  await app.register(async (open) => {
    allowOrigins(open, options.config.corsOrigins)
    // Clients ask which engines there are before they ask who is there.
    open.get('/engine-rest/engine', { schema: { hide: true } }, (_request, reply) => reply.send([{ name: 'default' }]))
    let description: Buffer | null = null
    open.get('/engine-rest/openapi.json', { schema: { hide: true } }, (_request, reply) => {
      // Made for the first who asks: it is the same for everybody.
      description ??= Buffer.from(JSON.stringify(describeEngineRest(routes, options.version)))
      return reply.type('application/json').send(description)
    })
  })
}
