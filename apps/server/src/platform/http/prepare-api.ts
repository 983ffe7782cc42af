import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { FindTokenSession } from '../auth/api-token.ts'
import type { AuthContext } from '../auth/user.ts'
import { addAnswerOnce } from './answer-once.ts'
import type { Csrf } from './csrf.ts'
import type { Door } from './door.ts'
import type { Maintenance } from './maintenance.ts'
import { addOpenApi } from './openapi.ts'
import { addUploads } from './read-upload.ts'
import { addSessionHook } from './session-hook.ts'
import { readBody } from './unreadable-body.ts'

export interface ApiOptions {
  readonly auth: AuthContext
  readonly findTokenSession: FindTokenSession
  readonly csrf: Csrf
  readonly door: Door
  readonly maintenance: Maintenance
  /** The secret with which stored answers are encrypted. */
  readonly secret: string
  readonly apiBase: string
  readonly version: string
}

/**
 * Prepares a scope of the server for `route`: routes that are added to it afterwards are checked and described by their
 * calls.
 */
export async function prepareApi(
  api: FastifyInstance,
  { auth, findTokenSession, csrf, door, maintenance, secret, apiBase, version }: ApiOptions,
): Promise<void> {
  api.setValidatorCompiler(validatorCompiler)
  api.setSerializerCompiler(serializerCompiler)
  api.removeContentTypeParser(['text/plain', 'application/json'])
  const parse = parserOf(api)
  api.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    // Clients name the type of a body that they do not send.
    if (body.length === 0 && request.routeOptions.config.call?.body === undefined) return undefined
    return readBody(body, (text) => parse(request, text))
  })
  await api.register(multipart)
  await addOpenApi(api, { apiBase, version })
  addSessionHook(api, { auth, findTokenSession, csrf, door, maintenance })
  addUploads(api, auth)
  addAnswerOnce(api, { ...auth, secret })
  api.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
}

/** Reads JSON as Fastify does, and refuses what would change what every object has. */
function parserOf(api: FastifyInstance): (request: FastifyRequest, text: string) => Promise<unknown> {
  const parse = api.getDefaultJsonParser('error', 'error')
  return (request, text) =>
    new Promise((resolve, reject) =>
      parse(request, text, (error, said) => (error === null ? resolve(said) : reject(error))),
    )
}
