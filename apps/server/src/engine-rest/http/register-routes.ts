import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import { limits } from '@millrace/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FileContext } from '../../operations/operation-context.ts'
import type { Request } from '../../platform/auth/request.ts'
import { operators } from '../../platform/auth/rights.ts'
import { hasRole, type Person } from '../../platform/auth/user.ts'
import { asCaller } from '../../platform/caller.ts'
import type { Config } from '../../platform/config.ts'
import { isUnstorable, unstorableMessage } from '../../platform/db/is-unstorable.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import type { Door } from '../../platform/http/door.ts'
import { headersOfForeign } from '../../platform/http/foreign-content.ts'
import { httpRequest, readMaxAge } from '../../platform/http/http-request.ts'
import { keepPace, type Pace } from '../../platform/http/keep-pace.ts'
import type { Maintenance } from '../../platform/http/maintenance.ts'
import { HungUp, patienceOf } from '../../platform/http/patience-of.ts'
import { publicUrlOf } from '../../platform/http/public-url.ts'
import { type PartLimits, readParts } from '../../platform/http/read-parts.ts'
import { sendContent } from '../../platform/http/send-content.ts'
import { findUnavailable, sayWhenAgain } from '../../platform/http/unavailable.ts'
import { readBody } from '../../platform/http/unreadable-body.ts'
import { isLarge, writeInTurns } from '../../platform/http/write-in-turns.ts'
import { withStaging } from '../../platform/uploads/staging.ts'
import { actorOf } from '../../runtime/actor.ts'
import { isModel } from '../../runtime/deploy/read-files.ts'
import { BinaryAnswer, type BodyKind, type Call, FileContent, ListAnswer, type Route } from './call.ts'
import { allowOrigins } from './cors.ts'
import { readJsonBody, writeJson } from './json.ts'
import { nameGivenIds } from './name-given-ids.ts'
import { presentRefusal } from './present-refusal.ts'
import { refuseTenantOf } from './refuse-tenant-of.ts'
import { RestRefusal } from './rest-refusal.ts'

/** Who calls; null for nobody who proves who they are. */
export type Authenticate = (request: FastifyRequest) => Promise<Person | null>

export interface SurfaceOptions {
  readonly context: FileContext
  readonly config: Pick<Config, 'publicUrl' | 'corsOrigins' | 'checksRestRights'>
  readonly door: Door
  readonly maintenance: Maintenance
  readonly authenticate: Authenticate
  /** At which lists have to be taken that are read while they are sent. */
  readonly pace: Pace
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller of a call of the engine's API. */
    caller?: { readonly request: Request } & Pick<Call, 'signal'>
  }
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
 * Serves routes with the manners of this surface: basic authentication, lossless JSON, refusals as Camunda words them.
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
      onRequest: (request, reply) => letIn(route, { request, reply }, options),
      handler: async (request, reply) => {
        const { caller } = request
        if (caller === undefined) throw nobodyLetIn()
        const carryOut = async (staging?: PartLimits['staging']) =>
          send(reply, await answerCall(handle, await readCall(request, options, staging)), options)
        return asCaller(caller.request.user.id, () =>
          route.body === 'deployment'
            ? withStaging(options.context, caller.request.workplaceId, ({ take }) =>
                carryOut({ take, isFor: (name) => !isModel({ name }) }),
              )
            : carryOut(),
        )
      },
    })
  }
}

async function answerCall(handle: Route['handle'], call: Call): Promise<unknown> {
  return nameGivenIds(call, await handle(call))
}

/** Camunda takes a slash at the end of an address as if it were not there. */
function withSlash(route: Route): { readonly route: Route; readonly url: string }[] {
  return [route.path, `${route.path}/`].map((url) => ({ route, url }))
}

/** Finds out who calls, and turns away nobody, whoever may not read what the route tells, and who sends too much. */
async function letIn(
  { method, path, readers, isWaiting = false }: Route,
  exchange: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  { context, config, door, maintenance, authenticate }: SurfaceOptions,
): Promise<FastifyReply | undefined> {
  const { request, reply } = exchange
  const patience = patienceOf(readers === null ? 'doing' : path.startsWith('/history') ? 'history' : 'reading', reply)
  const caller =
    request.headers.authorization === undefined
      ? null
      : await door.identify(request.ip, patience, () => authenticate(request))
  if (caller === null) return reply.code(401).header('www-authenticate', 'Basic realm="engine-rest", Bearer').send()
  const person = limitToTenants(caller, config.checksRestRights || givesRights(path) ? caller : withAllRights(caller))
  const cause = `${method} /engine-rest${path.replaceAll(/:(\w+)/g, '{$1}')}`
  const asker = httpRequest(person, { cause, patience, maxAge: readers === null ? null : readMaxAge(request) }, null)
  request.caller = { request: asker, signal: patience.signal }
  // Queries come by POST, too.
  const closed = readers === null ? maintenance.refuse(person) : null
  if (closed !== null) throw presentRefusal(closed)
  await door.enter(exchange, { caller: person.id, workplaceId: person.workplaceId, patience, isWaiting })
  const asked = { context, path: pathParameters(request), query: readQuery(request) }
  const forbidden = (await readers?.(asker, asked)) ?? (await refuseTenantOf(path, asker, asked))
  if (forbidden !== null) throw presentRefusal(forbidden)
  return undefined
}

/** Returns whether calls of a path change accounts: users give and take only the rights that they have everywhere. */
function givesRights(path: string): boolean {
  return /^\/(?:user|group|tenant|identity)(?:\/|$)/.test(path)
}

/** The rights of a user where the surface checks none, as Camunda without authorization. API tokens keep their limits. */
function withAllRights(person: Person): Person {
  return { ...person, roles: [...new Set([...person.roles, 'RoleFullAPI' as const])], authorizations: [] }
}

/**
 * Limits a call to the tenants of its caller, as Camunda does also without authorization: only users who run all
 * processes see every tenant.
 */
function limitToTenants(caller: Person, person: Person): Person {
  return hasRole(caller, operators) ? person : { ...person, seesTenants: caller.tenants ?? [] }
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
  }
}

function pathParameters({ params }: FastifyRequest): Record<string, string> {
  return params as Record<string, string>
}

function readQuery({ query }: FastifyRequest): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query as Record<string, string | string[]>).map(([name, value]) => [
      name,
      Array.isArray(value) ? (value[0] ?? '') : value,
    ]),
  )
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
  for await (const items of portions) {
    if (items.length === 0) continue
    yield Buffer.from(`${before}${items.map(writeJson).join(',')}`)
    before = ','
  }
  yield Buffer.from(before === '[' ? '[]' : ']')
}

/** Words whatever went wrong as this surface does. */
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

/** As bytes, because to a text the server would add a charset, and clients compare the type with Camunda's. */
function sendJson(reply: FastifyReply, answer: unknown): FastifyReply | Promise<FastifyReply> {
  reply.type('application/json')
  return isLarge(answer)
    ? writeInTurns(answer, writeJson).then((bytes) => reply.send(bytes))
    : reply.send(Buffer.from(writeJson(answer)))
}
