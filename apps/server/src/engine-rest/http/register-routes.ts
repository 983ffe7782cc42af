import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import { limits } from '@millrace/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { asCaller } from '../../platform/caller.ts'
import { isUnstorable, unstorableMessage } from '../../platform/db/is-unstorable.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { headersOfForeign } from '../../platform/http/foreign-content.ts'
import { keepPace, type Pace } from '../../platform/http/keep-pace.ts'
import { HungUp } from '../../platform/http/patience-of.ts'
import { publicUrlOf } from '../../platform/http/public-url.ts'
import { type PartLimits, readParts } from '../../platform/http/read-parts.ts'
import { sendContent } from '../../platform/http/send-content.ts'
import { findUnavailable, sayWhenAgain } from '../../platform/http/unavailable.ts'
import { readBody } from '../../platform/http/unreadable-body.ts'
import { isLarge, writeInTurns } from '../../platform/http/write-in-turns.ts'
import { withStaging } from '../../platform/uploads/staging.ts'
import { actorOf } from '../../runtime/actor.ts'
import { isModel } from '../../runtime/deploy/read-files.ts'
import { answerAsAssumed, NotAsAssumed } from './assumed-caller.ts'
import { BinaryAnswer, type BodyKind, type Call, FileContent, ListAnswer, type Route } from './call.ts'
import { allowOrigins } from './cors.ts'
import { readJsonBody, writeJson } from './json.ts'
import { type Admission, type Exchange, letIn, letInAssumed, pathParameters, readQuery } from './let-in.ts'
import { nameGivenIds } from './name-given-ids.ts'
import { presentRefusal } from './present-refusal.ts'
import { RestRefusal } from './rest-refusal.ts'

/** The services that the routes of this surface need. */
export interface SurfaceOptions extends Admission {
  /** At which lists have to be taken that are read while they are sent. */
  readonly pace: Pace
}

/** Most bytes of a body. */
const bodies: Readonly<Record<BodyKind, number>> = {
  small: limits.jsonBody,
  variables: limits.variablesBody,
  files: limits.allFiles + limits.jsonBody,
  deployment: limits.allFiles + limits.jsonBody,
}

/** The limits of one multipart body: Camunda's clients send many files in one deployment. */
const partLimits = { files: 500, fileSize: limits.allFiles, hasFolders: true }

/**
 * Registers routes with the conventions of this surface: basic authentication, lossless JSON, refusals in Camunda's
 * format.
 */
export async function registerRoutes(
  app: FastifyInstance,
  routes: readonly Route[],
  options: SurfaceOptions,
): Promise<void> {
  if (!app.hasRequestDecorator('parts')) await app.register(multipart)
  app.decorateRequest('caller')
  allowOrigins(app, options.config.corsOrigins)
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request: unknown, body: Buffer) =>
    readBody(body, readJsonBody, { keepsIntegers: true }),
  )
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((_request, reply) =>
    answerRefusal(reply, new RestRefusal(404, 'NotFoundException', 'HTTP 404 Not Found')),
  )
  for (const { route, url } of routes.flatMap(withSlash)) {
    const { method, handle } = route
    app.route({
      method,
      url,
      bodyLimit: bodies[route.body],
      // Before anything of the body is read.
      onRequest: async (request, reply) => {
        const exchange = { request, reply }
        const isIn = (await letInAssumed(route, exchange, options)) || (await letIn(route, exchange, options))
        return isIn ? undefined : reply
      },
      handler: async (request, reply) => {
        const exchange = { request, reply }
        return carryOut(route, exchange, options, (staging) =>
          readCall(request, options, staging).then((call) => answerCall(handle, call)),
        )
      },
    })
  }
}

type Answer = (staging?: PartLimits['staging']) => Promise<unknown>

/** Answers a call. If its caller was assumed and was not checked meanwhile, they are authenticated before the answer. */
async function carryOut(
  route: Route,
  exchange: Exchange,
  options: SurfaceOptions,
  answer: Answer,
): Promise<FastifyReply> {
  const { caller } = exchange.request
  if (caller?.assumed == null) return answerLetIn(route, exchange, options, answer)
  try {
    return await answerLetIn(route, exchange, options, answer)
  } catch (error) {
    if (caller.assumed.isConfirmed) throw error
    if (!(await letIn(route, exchange, options))) return exchange.reply
    // The caller is who was assumed: the call failed for another reason.
    if (exchange.request.caller?.person === caller.person && !(error instanceof NotAsAssumed)) throw error
    return answerLetIn(route, exchange, options, answer)
  }
}

function answerLetIn(
  route: Route,
  { request: { caller }, reply }: Exchange,
  options: SurfaceOptions,
  answer: Answer,
): Promise<FastifyReply> {
  if (caller === undefined) throw nobodyLetIn()
  const { id, workplaceId } = caller.request.user
  return asCaller(id, async () =>
    route.body === 'deployment'
      ? withStaging(options.context, workplaceId, async ({ take }) =>
          send(reply, await answer({ take, isFor: (name) => !isModel({ name }) }), options),
        )
      : send(reply, await answerAsAssumed(caller.assumed, answer), options),
  )
}

async function answerCall(handle: Route['handle'], call: Call): Promise<unknown> {
  return nameGivenIds(call, await handle(call))
}

/** Camunda takes a slash at the end of an address as if it were not there. */
function withSlash(route: Route): { readonly route: Route; readonly url: string }[] {
  return [route.path, `${route.path}/`].map((url) => ({ route, url }))
}

function nobodyLetIn(): Error {
  return new Error('Expected a caller who was let in, but there is none.')
}

async function readCall(
  http: FastifyRequest,
  { context, config }: SurfaceOptions,
  staging?: PartLimits['staging'],
): Promise<Call> {
  const { caller } = http
  if (caller === undefined) throw nobodyLetIn()
  const isMultipart = http.isMultipart()
  return {
    context,
    runtime: context.runtime,
    request: caller.request,
    actor: actorOf(caller.request),
    path: pathParameters(http),
    query: readQuery(http),
    body: isMultipart ? undefined : http.body,
    parts: isMultipart ? await readParts(http, { ...partLimits, staging }) : [],
    accept: http.headers.accept ?? '*/*',
    base: `${publicUrlOf(config, http)}${http.server.prefix}`,
    address: http.ip,
    signal: caller.signal,
    assumed: caller.assumed,
  }
}

function send(
  reply: FastifyReply,
  answer: unknown,
  { pace }: Pick<SurfaceOptions, 'pace'>,
): FastifyReply | Promise<FastifyReply> {
  if (answer === undefined) return reply.code(204).send()
  if (answer instanceof BinaryAnswer || answer instanceof FileContent) {
    const headers = headersOfForeign(answer)
    return answer instanceof FileContent
      ? sendContent(reply, answer.content, headers)
      : reply.headers(headers).send(Buffer.from(answer.bytes))
  }
  if (answer instanceof ListAnswer) {
    // Also when nobody takes the first item: a generator that was never asked for one has no end of its own.
    if (reply.raw.closed) answer.end()
    else reply.raw.once('close', answer.end)
    const taken = keepPace(writeList(answer), pace, () => void reply.raw.destroy())
    return reply.type('application/json').send(Readable.from(taken, { objectMode: false }))
  }
  return sendJson(reply, answer)
}

async function* writeList({ portions }: ListAnswer): AsyncGenerator<Buffer> {
  let before = '['
  for await (const items of portions)
    for (const part of partsOf(items)) {
      yield Buffer.from(before + part)
      before = ','
    }
  yield Buffer.from(before === '[' ? '[]' : ']')
}

/** Characters, about, of a part of a list that is written in one turn of the event loop. */
const partLength = 256 * 1024

/** Yields items as JSON, many small ones together. */
function* partsOf(items: readonly unknown[]): Generator<string> {
  let part: string[] = []
  let length = 0
  for (const item of items) {
    const json = writeJson(item)
    part.push(json)
    length += json.length
    if (length < partLength) continue
    yield part.join(',')
    part = []
    length = 0
  }
  if (part.length > 0) yield part.join(',')
}

/** Answers any error in the format of this surface. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof HungUp) {
    reply.code(499).send()
    return
  }
  if (error instanceof RestRefusal) {
    answerRefusal(reply, error)
    return
  }
  const refusal = error instanceof Refusal ? error : findUnavailable(error)
  if (refusal !== null) {
    answerRefusal(reply, presentRefusal(refusal))
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
  request.log.error({ err: error }, 'request failed')
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

function answerRefusal(reply: FastifyReply, { status, type, message, code, details, further }: RestRefusal): void {
  sayWhenAgain(reply, status)
  sendJson(reply.code(status), { type, message, code, ...(details === null ? {} : { details }), ...further })
}

/**
 * As a text if it is small, because Node writes it together with the headers, and bytes behind them, which costs the
 * operating system twice as much. By a serializer of its own, because to a text the server would add a charset, and
 * clients compare the type with Camunda's.
 */
function sendJson(reply: FastifyReply, answer: unknown): FastifyReply | Promise<FastifyReply> {
  reply.type('application/json')
  return isLarge(answer)
    ? writeInTurns(answer, writeJson).then((bytes) => reply.send(bytes))
    : reply.serializer(textOf).send([writeJson(answer)])
}

function textOf([text = '']: readonly string[]): string {
  return text
}
