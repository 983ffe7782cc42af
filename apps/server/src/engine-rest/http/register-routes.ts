import multipart from '@fastify/multipart'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OperationContext } from '../../operations/operation-context.ts'
import type { Person, User } from '../../platform/auth/user.ts'
import { isUnstorable, unstorableMessage } from '../../platform/db/is-unstorable.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { decodeBody } from '../../platform/http/unreadable-body.ts'
import { actorOf } from '../../runtime/actor.ts'
import { BinaryAnswer, type Call, type Route } from './call.ts'
import { readJsonBody, writeJson } from './json.ts'
import { presentRefusal } from './present-refusal.ts'
import { readParts } from './read-parts.ts'
import { RestRefusal } from './rest-refusal.ts'

/** Who calls; null for nobody who proves who he is. */
export type Authenticate = (request: FastifyRequest) => Promise<Person | null>

const bodyLimit = 64 * 1024 * 1024

/** Serves routes with the manners of this surface: basic authentication, lossless JSON, refusals as Camunda words them. */
export async function registerRoutes(
  app: FastifyInstance,
  routes: readonly Route[],
  { context, authenticate }: { context: OperationContext; authenticate: Authenticate },
): Promise<void> {
  if (!app.hasRequestDecorator('parts')) await app.register(multipart)
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => {
    try {
      done(null, readJsonBody(decodeBody(body, { keepsIntegers: true })))
    } catch (error) {
      done(error as Error)
    }
  })
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((_request, reply) =>
    answerRefusal(reply, new RestRefusal(404, 'NotFoundException', 'HTTP 404 Not Found')),
  )
  for (const { method, path, handle, readers } of routes) {
    const cause = `${method} /engine-rest${path.replaceAll(/:(\w+)/g, '{$1}')}`
    app.route({
      method,
      url: path,
      bodyLimit,
      handler: async (request, reply) => {
        const person = await authenticate(request)
        if (person === null)
          return reply.code(401).header('www-authenticate', 'Basic realm="engine-rest", Bearer').send()
        const user = { ...person, cause }
        const call = await readCall(request, reply, { context, user, base: app.prefix })
        const forbidden = (await readers?.(user, call)) ?? null
        if (forbidden !== null) throw presentRefusal(forbidden)
        return send(reply, await handle(call))
      },
    })
  }
}

async function readCall(
  request: FastifyRequest,
  reply: FastifyReply,
  { context, user, base }: { context: OperationContext; user: User; base: string },
): Promise<Call> {
  const ended = new AbortController()
  reply.raw.once('close', () => ended.abort())
  return {
    context,
    runtime: context.runtime,
    caller: { user },
    actor: actorOf(user),
    path: request.params as Record<string, string>,
    query: readQuery(request.query as Record<string, string | string[]>),
    body: request.isMultipart() ? undefined : request.body,
    parts: request.isMultipart() ? await readParts(request) : [],
    accept: request.headers.accept ?? '*/*',
    base: `${request.protocol}://${request.host}${base}`,
    address: request.ip,
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
  return sendJson(reply, answer)
}

/** Words whatever went wrong as this surface does. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof RestRefusal) {
    answerRefusal(reply, error)
    return
  }
  if (error instanceof Refusal) {
    answerRefusal(reply, presentRefusal(error))
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
  sendJson(reply.code(status), { type, message, code, ...(details === null ? {} : { details }) })
}

/** As bytes, because to a text the server would add a charset, and clients compare the type with Camunda's. */
function sendJson(reply: FastifyReply, answer: unknown): FastifyReply {
  return reply.type('application/json').send(Buffer.from(writeJson(answer)))
}
