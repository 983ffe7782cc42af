import type { FastifyInstance } from 'fastify'
import { registerRoutes, type SurfaceOptions } from './http/register-routes.ts'
import { routes } from './routes.ts'

/**
 * Serves the REST API of Camunda 7.24 below `/engine-rest`, and below `/engine-rest/engine/default` as its clients know
 * it, so that workers, scripts and tools made for it work unchanged.
 */
export async function registerEngineRest(app: FastifyInstance, options: SurfaceOptions): Promise<void> {
  for (const prefix of ['/engine-rest', '/engine-rest/engine/default']) {
    await app.register(async (scope) => registerRoutes(scope, routes, options), { prefix })
  }
}
