import { Socket } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { letGo } from './body-flow.ts'
import type { Pace } from './keep-pace.ts'

/** Limits of a connection, in milliseconds and counts. */
export interface ConnectionLimits {
  /** Milliseconds until the headers of a request must have arrived, and until the whole request must have. */
  readonly headersMs: number
  readonly requestMs: number
  /** The time after which the connection of a client that does not read its answer is closed, in milliseconds. */
  readonly answerMs: number
  /** The minimum speed at which a client has to read a streamed list, for which a connection to PostgreSQL is used. */
  readonly listPace: Pace
  /** Bytes of the address and headers of a request. */
  readonly headerSize: number
  readonly connections: number
}

export const connectionLimits: ConnectionLimits = {
  headersMs: 15_000,
  requestMs: 120_000,
  answerMs: 60_000,
  listPace: { rate: 10_000, overMs: 60_000 },
  headerSize: 16_384,
  connections: 4_000,
}

export function serverOptions({ headersMs, requestMs, headerSize }: ConnectionLimits) {
  return {
    requestTimeout: requestMs,
    http: {
      headersTimeout: headersMs,
      // By default they are looked after every thirty seconds only.
      connectionsCheckingInterval: Math.min(headersMs, 5000),
      maxHeaderSize: headerSize,
    },
  }
}

/** Ends connections of clients that have too many, read no answers, or continue to send refused bodies. */
export function addConnectionLimits(
  app: FastifyInstance,
  { connections, answerMs }: ConnectionLimits,
  { trustedProxies, budgets }: Pick<Config, 'trustedProxies' | 'budgets'>,
): void {
  const isProxy = proxyAddr.compile([...trustedProxies])
  const counts = new Map<string, number>()
  // The server itself counts only those of its own socket: listen.ts.
  let open = 0
  app.server.on('connection', (socket: Socket) => {
    open++
    socket.once('close', () => open--)
    if (open > connections) socket.destroy()
    const { remoteAddress: address } = socket
    // Whoever comes through a proxy of ours comes from its address.
    if (address === undefined || (!counts.has(address) && isProxy(address, 0))) return
    const count = (counts.get(address) ?? 0) + 1
    counts.set(address, count)
    socket.once('close', () => {
      const rest = (counts.get(address) ?? 1) - 1
      if (rest === 0) counts.delete(address)
      else counts.set(address, rest)
    })
    if (count > budgets.addressConnections) socket.destroy()
  })
  app.addHook('onSend', async ({ raw: request }, { raw }) => {
    // Of a body that was refused unread. Node would let go of all such bodies as fast as they come.
    if (!request.readableDidRead && !request.complete) void letGo(request)
    // The server ends a connection whose time has run out, and sets the time anew for what comes next.
    if (raw.socket instanceof Socket) raw.socket.setTimeout(answerMs)
  })
  app.addHook('onResponse', async ({ raw }) => {
    if (raw.complete) return
    // What was refused before its body was read: a client that is still sending gets the time to see the answer.
    setTimeout(() => {
      if (!raw.complete) raw.destroy()
    }, refusedMs).unref()
  })
}

const refusedMs = 10_000
