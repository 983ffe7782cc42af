import { limits } from '@millrace/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OperationContext } from '../operations/operation-context.ts'
import type { FindTokenSession } from '../platform/auth/api-token.ts'
import type { Request } from '../platform/auth/request.ts'
import { atTime, type Person } from '../platform/auth/user.ts'
import { asCaller } from '../platform/caller.ts'
import { isUnstorable, unstorableMessage } from '../platform/db/is-unstorable.ts'
import { Refusal, refuse } from '../platform/errors/refusal.ts'
import type { Door } from '../platform/http/door.ts'
import { httpRequest } from '../platform/http/http-request.ts'
import type { Maintenance } from '../platform/http/maintenance.ts'
import { HungUp, patienceOf } from '../platform/http/patience-of.ts'
import { publicUrlOf } from '../platform/http/public-url.ts'
import { findUnavailable, sayWhenAgain } from '../platform/http/unavailable.ts'
import { readBody, UnreadableBody } from '../platform/http/unreadable-body.ts'
import { groupRoutes } from './groups/group-routes.ts'
import { metaRoutes } from './meta-routes.ts'
import { presentError, ScimError, toScimError } from './scim-error.ts'
import type { ScimRoute } from './scim-route.ts'
import { searchRoutes } from './search-routes.ts'
import { userRoutes } from './users/user-routes.ts'

export interface ScimOptions {
  readonly context: OperationContext
  readonly publicUrl: string | null
  readonly findTokenSession: FindTokenSession
  readonly door: Door
  readonly maintenance: Maintenance
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The request of a provisioning client. */
    provisioning?: Request
  }
}

export const scimBase = '/scim/v2'
const contentType = 'application/scim+json'

/**
 * Serves SCIM 2.0 (RFC 7643, 7644) at `/scim/v2`: identity providers create, change and disable users and groups with an
 * API token that has the scope `provision` ([decision 104](../../../../docs/decisions/0104-scim-is-a-surface.md)).
 */
export async function registerScim(app: FastifyInstance, options: ScimOptions): Promise<void> {
  await app.register(
    async (scope) => {
      // Clients name the type of a body that is not there, such as of DELETE.
      const parse = async (_request: unknown, body: Buffer) =>
        body.length === 0 ? undefined : readBody(body, readJson)
      scope.removeContentTypeParser('application/json')
      for (const type of [contentType, 'application/json'])
        scope.addContentTypeParser(type, { parseAs: 'buffer' }, parse)
      scope.setErrorHandler(answerScimError)
      scope.setNotFoundHandler((_request, reply) =>
        send(
          reply,
          404,
          presentError(new ScimError(404, null, 'Expected an address of SCIM 2.0, but there is none here.')),
        ),
      )
      for (const route of [...metaRoutes, ...searchRoutes, ...userRoutes, ...groupRoutes])
        addRoute(scope, route, options)
    },
    { prefix: scimBase },
  )
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadableBody('Expected a body of JSON, but it cannot be read.')
  }
}

function addRoute(scope: FastifyInstance, route: ScimRoute, options: ScimOptions): void {
  scope.route({
    method: route.method,
    url: route.path,
    schema: { hide: true },
    bodyLimit: limits.jsonBody,
    onRequest: (request, reply) => letIn(route, { request, reply }, options),
    handler: async (http, reply) => {
      const { provisioning: request } = http
      if (request === undefined) throw new Error('Expected a caller who was let in, but there is none.')
      const base = `${publicUrlOf(options, http)}${scimBase}`
      const {
        status,
        body,
        headers = {},
      } = await asCaller(request.user.id, () =>
        route.handle({
          ...{ context: options.context, request, base, body: http.body, query: readQuery(http) },
          params: http.params as Record<string, string>,
          ifMatch: http.headers['if-match'] ?? null,
          ifNoneMatch: http.headers['if-none-match'] ?? null,
        }),
      )
      return send(reply.headers(headers), status, body)
    },
  })
}

function readQuery({ query }: FastifyRequest): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query as Record<string, string | string[]>).map(([name, value]) => [
      name,
      Array.isArray(value) ? (value[0] ?? '') : value,
    ]),
  )
}

/** Finds out whose token it is, before anything of the body is read. */
async function letIn(
  { method, path }: ScimRoute,
  exchange: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  { context, findTokenSession, door, maintenance }: ScimOptions,
): Promise<FastifyReply | undefined> {
  const { request, reply } = exchange
  const isReading = method === 'GET' || path.endsWith('/.search')
  const patience = patienceOf(isReading ? 'reading' : 'doing', reply)
  const token = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const session = token === undefined ? null : await door.identify(request.ip, patience, () => findTokenSession(token))
  if (session === null) {
    const error = new ScimError(401, null, 'Expected an API token, as “Authorization: Bearer TOKEN”.')
    return send(reply.header('www-authenticate', 'Bearer realm="scim"'), 401, presentError(error))
  }
  const person = asProvisioner(atTime(session.user, context.clock()))
  if (person instanceof Refusal) throw person
  const cause = `${method} ${scimBase}${path.replaceAll(/:(\w+)/g, '{$1}')}`
  request.provisioning = httpRequest(person, { cause, patience }, null)
  const closed = isReading ? null : maintenance.refuse(person)
  if (closed !== null) throw closed
  await door.enter(exchange, { caller: person.id, workplaceId: person.workplaceId, patience })
  return undefined
}

/**
 * The owner of a token with the scope `provision`, with what operations on users and groups ask for. The scope is for
 * this surface alone: elsewhere it gives nothing.
 */
function asProvisioner(person: Person): Person | Refusal {
  const { token } = person
  if (token === null || !token.scopes.includes('provision') || token.processKeys !== null || token.topics !== null)
    return refuse(
      'right.missing',
      'Expected an API token with the scope “provision”, without limits to processes or topics. Create one in your profile.',
    )
  if (!person.roles.includes('RoleUserAdmin'))
    return refuse(
      'right.missing',
      'Expected the owner of the API token to have RoleUserAdmin. Ask an administrator for the role.',
    )
  return { ...person, token: { ...token, scopes: ['read', 'administer'] } }
}

function send(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  reply.code(status).header('cache-control', 'no-store')
  return body === null ? reply.send() : reply.type(contentType).send(Buffer.from(JSON.stringify(body)))
}

/** Answers any error in the format of RFC 7644. */
export function answerScimError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof HungUp) {
    reply.code(499).send()
    return
  }
  const known = toKnown(error)
  if (known.status >= 500 && known.status !== 503) request.log.error({ err: error }, 'request failed')
  sayWhenAgain(reply, known.status)
  send(reply, known.status, presentError(known))
}

function toKnown(error: FastifyError): ScimError {
  if (error instanceof ScimError) return error
  const refusal: Refusal | null =
    (error as unknown) instanceof Refusal ? (error as unknown as Refusal) : findUnavailable(error)
  if (refusal !== null) return toScimError(refusal)
  if (isUnstorable(error)) return new ScimError(400, 'invalidValue', unstorableMessage)
  const status = error.statusCode ?? 500
  if (status < 500) return new ScimError(status, status === 400 ? 'invalidSyntax' : null, error.message)
  return new ScimError(500, null, 'An error occurred in the server. Its log has the details.')
}
