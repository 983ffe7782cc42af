import multipart from '@fastify/multipart'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isUnstorable, unstorableMessage } from '../../platform/db/is-unstorable.ts'
import { decodeBody } from '../../platform/http/unreadable-body.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { BinaryAnswer, type Call, type Caller, type Route } from './call.ts'
import { readJsonBody, writeJson } from './json.ts'
import { readParts } from './read-parts.ts'
import { RestRefusal } from './rest-refusal.ts'

/** Who calls; null for nobody who proves who he is, 'forbidden' for somebody who may not. */
export type Authenticate = (request: FastifyRequest) => Promise<Caller | 'forbidden' | null>

const bodyLimit = 64 * 1024 * 1024

/** Serves routes with the manners of this surface: basic authentication, lossless JSON, refusals as Camunda words them. */
export async function registerRoutes(
  app: FastifyInstance,
  routes: readonly Route[],
  { runtime, authenticate }: { runtime: Runtime; authenticate: Authenticate },
): Promise<void> {
  if (!app.hasRequestDecorator('parts')) await app.register(multipart)
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => {
    try {
      done(null, readJsonBody(decodeBody(body)))
    } catch (error) {
      done(error as Error)
    }
  })
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((_request, reply) =>
    answerRefusal(reply, new RestRefusal(404, 'NotFoundException', 'HTTP 404 Not Found')),
  )
  for (const { method, path, handle } of routes) {
    const cause = `${method} /engine-rest${path.replaceAll(/:(\w+)/g, '{$1}')}`
    app.route({
      method,
      url: path,
      bodyLimit,
      handler: async (request, reply) => {
        const caller = await authenticate(request)
        if (caller === null)
          return reply.code(401).header('www-authenticate', 'Basic realm="engine-rest", Bearer').send()
        if (caller === 'forbidden')
          throw new RestRefusal(
            403,
            'AuthorizationException',
            'Expected a user with a right to the whole API, but this one has none. Put the user into the group camunda-admin.',
          )
        const answer = await handle(await readCall(request, reply, { runtime, caller, base: app.prefix, cause }))
        return send(reply, answer)
      },
    })
  }
}

async function readCall(
  request: FastifyRequest,
  reply: FastifyReply,
  { runtime, caller, base, cause }: { runtime: Runtime; caller: Caller; base: string; cause: string },
): Promise<Call> {
  const ended = new AbortController()
  reply.raw.once('close', () => ended.abort())
  return {
    runtime,
    caller,
    actor: { workplaceId: caller.workplaceId, userId: caller.userId, cause },
    path: request.params as Record<string, string>,
    query: readQuery(request.query as Record<string, string | string[]>),
    body: request.isMultipart() ? undefined : request.body,
    parts: request.isMultipart() ? await readParts(request) : [],
    accept: request.headers.accept ?? '*/*',
    base: `${request.protocol}://${request.host}${base}`,
    signal: ended.signal,
  }
}

function readQuery(query: Readonly<Record<string, string | string[]>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? (value[0] ?? '') : value]),
  )
}

function send(reply: FastifyReply, answer: unknown): FastifyReply {
  if (answer === undefined) return reply.code(204).send()
  if (answer instanceof BinaryAnswer) {
    const { bytes, contentType, fileName } = answer
    if (fileName !== null)
      reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`)
    return reply.type(contentType).header('x-content-type-options', 'nosniff').send(Buffer.from(bytes))
  }
  return reply.type('application/json').send(writeJson(answer))
}

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof RestRefusal) {
    answerRefusal(reply, error)
    return
  }
  if (isUnstorable(error)) {
    answerRefusal(reply, new RestRefusal(400, 'InvalidRequestException', unstorableMessage))
    return
  }
  const status = error.statusCode ?? 500
  if (status < 500) {
    reply.headers((error as { headers?: Record<string, string> }).headers ?? {})
    answerRefusal(reply, new RestRefusal(status, 'InvalidRequestException', error.message))
    return
  }
  request.log.error(error)
  answerRefusal(
    reply,
    new RestRefusal(
      500,
      'ProcessEngineException',
      'Expected to carry out the request, but an internal error occurred. The server log has the details.',
      0,
    ),
  )
}

function answerRefusal(reply: FastifyReply, { status, type, message, code, details }: RestRefusal): void {
  reply
    .code(status)
    .type('application/json')
    .send(writeJson({ type, message, code, ...(details === null ? {} : { details }) }))
}
