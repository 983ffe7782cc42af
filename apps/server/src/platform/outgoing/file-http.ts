import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { connect } from 'node:tls'
import { checkPin, type SeenKey, type Trust, tlsOptionsFor } from './certificate-pin.ts'
import type { Guard } from './guard.ts'
import type { FileParts } from './open-folder.ts'
import { OutgoingFailure } from './outgoing-failure.ts'

export interface FileRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string | number>>
  readonly body?: FileParts
}

/** Requests with the contents of files, which are never completely in memory. Redirects are not followed. */
export interface FileHttp {
  /** Sends one request. The caller has to read the response to its end, or destroy it. */
  send(request: FileRequest): Promise<IncomingMessage>
}

interface Way {
  readonly trust: Trust
  readonly guard: Guard
  readonly signal: AbortSignal
  readonly seen: SeenKey
}

/** Opens HTTP access to one host until a signal is aborted. The guard checks each address. */
export function openFileHttp({ protocol, hostname }: URL, { trust, guard, signal, seen }: Way): FileHttp {
  const isSecure = protocol === 'https:'
  const host = hostname.replace(/^\[|\]$/g, '')
  const agent = new (isSecure ? https : http).Agent({ keepAlive: true, maxSockets: 2 })
  if (isSecure)
    agent.createConnection = (options, done) => {
      const { port } = options as { port?: number | string }
      const socket = connect({
        ...tlsOptionsFor(host, trust),
        port: Number(port ?? 443),
        lookup: guard.lookup,
        ALPNProtocols: ['http/1.1'],
      })
      const fail = (error: Error) => done?.(error, socket)
      socket.once('error', fail)
      socket.once('secureConnect', () => {
        try {
          // Before the request, which has the sign-in.
          checkPin(socket, host, trust, seen)
        } catch (error) {
          socket.destroy()
          return fail(error as Error)
        }
        socket.off('error', fail)
        done?.(null, socket)
      })
      return undefined
    }
  signal.addEventListener('abort', () => agent.destroy())

  return {
    send: async ({ method, url, headers, body }) => {
      signal.throwIfAborted()
      guard.check(host)
      const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
      const ask = (isSecure ? https : http).request(url, {
        ...{ method, agent, signal, lookup: guard.lookup },
        headers: { 'user-agent': 'Millrace', ...headers, 'accept-encoding': 'identity' },
      })
      ask.once('response', resolve)
      ask.on('error', reject)
      if (body === undefined) ask.end()
      // An answer that comes early is the answer. What the content breaks off with is what went wrong.
      else pipeline(Readable.from(body, { objectMode: false }), ask).catch(reject)
      const answer = await promise
      // Whoever reads it is told by the reading.
      answer.on('error', () => {})
      const { statusCode = 0 } = answer
      if (statusCode < 300 || statusCode >= 400 || statusCode === 304) return answer
      answer.destroy()
      throw new OutgoingFailure(
        `Expected ${url.host} to answer, but it leads to another address (status ${statusCode}). Check the base URL.`,
        { isFinal: true },
      )
    },
  }
}

/** Discards the rest of an answer, so that its connection can be used again. */
export function finish(answer: IncomingMessage): void {
  answer.resume()
}

/** Calls a function with the content of an answer, and ends the connection if the content is not read to its end. */
export async function useContent<T>(answer: IncomingMessage, use: (parts: FileParts) => Promise<T>): Promise<T> {
  try {
    return await use(answer)
  } finally {
    answer.destroy()
  }
}
