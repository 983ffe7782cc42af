import { limits } from '@millrace/contract'
import type { McpHttpHandler } from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FindTokenSession } from '../platform/auth/api-token.ts'
import { atTime, type Person } from '../platform/auth/user.ts'
import type { Database } from '../platform/db/database.ts'
import type { Door } from '../platform/http/door.ts'
import { patienceOf } from '../platform/http/patience-of.ts'
import { publicUrlOf } from '../platform/http/public-url.ts'
import { once } from '../platform/once.ts'
import { readSettings } from '../platform/settings/read-settings.ts'
import { askProduct } from './ask-product.ts'
import { clientName } from './client-name.ts'
import type { McpVisit } from './create-mcp-server.ts'

export interface McpOptions {
  readonly apiBase: string
  readonly publicUrl: string | null
  readonly corsOrigins: readonly string[]
  readonly findTokenSession: FindTokenSession
  readonly clock: () => Date
  readonly door: Door
  readonly version: string
  readonly db: Database
}

/**
 * Serves the Model Context Protocol (2026-07-28 and 2025-11-25, streamable HTTP, without sessions) at `/mcp`:
 * assistants use tools that make calls of the product for the user of an API token.
 */
export async function registerMcp(app: FastifyInstance, options: McpOptions): Promise<void> {
  let loading: Promise<McpHttpHandler> | null = null
  let isClosed = false
  const load = once(async () => {
    loading = loadHandler(options.version)
    const handler = await loading
    // A call that was let in before the server closed may load it afterwards.
    if (isClosed) await handler.close()
    return handler
  })
  app.addHook('onClose', async () => {
    isClosed = true
    // A load that failed has left nothing to close, and its error is the answer to the call.
    const handler = await loading?.catch(() => null)
    await handler?.close()
  })
  await app.register(async (scope) => {
    scope.route({
      method: ['GET', 'POST', 'DELETE'],
      url: '/mcp',
      schema: { hide: true },
      bodyLimit: limits.jsonBody,
      onRequest: async (request, reply) => {
        if (!isFromHere(request, options)) return reply.code(403).send({ error: 'Expected another Origin.' })
        const patience = patienceOf('doing', reply)
        const token = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
        const session =
          token === undefined
            ? null
            : await options.door.identify(request.ip, patience, () => options.findTokenSession(token))
        if (session === null || token === undefined)
          return reply.code(401).header('www-authenticate', 'Bearer realm="millrace"').send()
        const { 'assistants.enabled': isEnabled } = await readSettings(options.db, session.user.workplaceId)
        if (!isEnabled)
          return reply.code(403).send({ error: 'Assistants are turned off in the settings of this workplace.' })
        const person = atTime(session.user, options.clock())
        request.toolCaller = { person, token }
        // The calls of a tool enter as well, for the user: they must not wait for the request that makes them.
        const caller = `tools of ${person.id}`
        await options.door.enter({ request, reply }, { caller, workplaceId: person.workplaceId, patience })
        return undefined
      },
      handler: async (request, reply) => {
        const visit = visitOf(app, request, options)
        const authInfo = { token: '', clientId: '', scopes: [], extra: { visit } }
        const parsedBody = request.method === 'POST' ? request.body : undefined
        const handler = await load()
        return send(reply, await handler.fetch(toWebRequest(request), { authInfo, parsedBody }))
      },
    })
  })
}

/** The library of the protocol is loaded with the first call: it takes memory that servers without assistants do not need. */
async function loadHandler(version: string): Promise<McpHttpHandler> {
  const [{ createMcpHandler }, { createMcpServer }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('./create-mcp-server.ts'),
  ])
  return createMcpHandler(
    ({ authInfo }) => createMcpServer(version, authInfo?.extra?.['visit'] as McpVisit),
    // Nothing that is offered changes while a client listens.
    { maxSubscriptions: 0 },
  )
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The user of tools, found by the API token of the request. */
    toolCaller?: { readonly person: Person; readonly token: string }
  }
}

function visitOf(app: FastifyInstance, request: FastifyRequest, options: McpOptions): McpVisit {
  const { toolCaller } = request
  if (toolCaller === undefined) throw new Error('Expected a caller who was let in, but there is none.')
  const { person, token } = toolCaller
  const client = clientName(request.body, request.headers['user-agent'])
  return {
    person,
    askFor: ({ name }) =>
      askProduct(app, options.apiBase, { token, address: request.ip, use: `tool ${name} of ${client}` }),
    client,
  }
}

/** A page of another site must not reach a server in its visitor's network (the protocol, “Security Warning”). */
function isFromHere(request: FastifyRequest, { publicUrl, corsOrigins }: McpOptions): boolean {
  const { origin } = request.headers
  return (
    origin === undefined ||
    origin === new URL(publicUrlOf({ publicUrl }, request)).origin ||
    corsOrigins.includes(origin)
  )
}

function toWebRequest({ method, headers, url }: FastifyRequest): globalThis.Request {
  const texts = Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return new globalThis.Request(new URL(url, 'http://millrace.invalid'), { method, headers: Object.fromEntries(texts) })
}

async function send(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  const type = answer.headers.get('content-type')
  if (type !== null) reply.header('content-type', type)
  return reply
    .code(answer.status)
    .header('cache-control', 'no-store')
    .send(answer.body === null ? null : Buffer.from(await answer.arrayBuffer()))
}
