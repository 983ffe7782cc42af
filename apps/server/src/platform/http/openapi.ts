import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { presentDocs } from './present-docs.ts'

/**
 * Serves the OpenAPI description of the routes that are added afterwards: `openapi.json` for API clients, and the page
 * `docs` for people.
 */
export async function addOpenApi(
  app: FastifyInstance,
  { apiBase, version }: { apiBase: string; version: string },
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Millrace',
        version,
        description:
          'The calls of the browser application. Worker programs use the Camunda 7 REST API, which /engine-rest/openapi.json describes.',
      },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'millrace_access' },
          token: { type: 'http', scheme: 'bearer' },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger())
  app.get('/docs', { schema: { hide: true } }, (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(presentDocs(app.swagger(), `${apiBase}/openapi.json`)),
  )
}
