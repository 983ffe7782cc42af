import http from 'node:http'
import https from 'node:https'
import { type SpanOptions, traced } from '../tracing/traced.ts'
import type { AllowedAddresses } from './addresses.ts'
import { createGuard } from './guard.ts'
import { OutgoingFailure } from './outgoing-failure.ts'
import { type OutgoingProxy, openTunnel } from './proxy-tunnel.ts'
import { readLimited } from './read-limited.ts'

export interface OutgoingRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | null
  /** The time limit of the whole answer, in milliseconds; at most `outgoingLimits.longestMs`. */
  readonly timeoutMs?: number | null
  /** Bytes of the answer, at most `outgoingLimits.size`, or `fileSize` for a file. */
  readonly maxBytes?: number
  /** Whether the answer is a file: its bytes are returned as they are, and are no text. */
  readonly isFile?: boolean
  /**
   * The settings of HTTPS in addition to the defaults: a client certificate with its key, and the trusted authorities.
   */
  readonly tls?: Readonly<Partial<Record<'cert' | 'key' | 'ca', string>>>
  /** The proxy for the request. */
  readonly proxy?: OutgoingProxy | null
  /** Whether redirects on the same host are followed. Redirects to another host are never followed. */
  readonly followsRedirects?: boolean
}

export interface OutgoingAnswer {
  readonly statusCode: number
  readonly reason: string | null
  /** `HTTP/1.1` */
  readonly protocol: string
  /** Names in lower case; several values of a name have commas between them. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The content of a file, if the request has `isFile`. */
  readonly bytes?: Buffer
}

/** The only access to other hosts: every outgoing call of a process uses it. */
export interface OutgoingClient {
  /** @throws OutgoingFailure when no response arrives, or the address is not allowed. */
  send(request: OutgoingRequest): Promise<OutgoingAnswer>
}

export const outgoingLimits = {
  /** Bytes of an answer. */
  size: 5 * 1024 * 1024,
  /** Bytes of a file, such as a package. */
  fileSize: 20_000_000,
  redirects: 5,
  timeoutMs: 30_000,
  longestMs: 600_000,
} as const

/**
 * Creates a client that calls public addresses, and allowed addresses of private networks. It connects to the address
 * that it has checked, so a name that changes its address in between has no effect.
 */
export function createOutgoingClient({ allowed }: { readonly allowed: AllowedAddresses }): OutgoingClient {
  const guard = createGuard(allowed)

  const sendOnce = async (
    request: OutgoingRequest,
    url: URL,
    { signal, onConnected }: { readonly signal: AbortSignal; readonly onConnected: () => void },
  ): Promise<OutgoingAnswer> => {
    guard.check(hostOf(url))
    const options = {
      method: request.method,
      headers: { 'user-agent': 'Millrace', ...request.headers, 'accept-encoding': 'identity' },
      lookup: guard.lookup,
      signal,
      ...request.tls,
      // A connection that is kept was made before its address was looked up for this call.
      agent: false,
      maxHeaderSize: 64 * 1024,
    } as const
    const tunnel = request.proxy ? await openTunnel(url, request.proxy, { guard, signal, tls: request.tls }) : null
    if (tunnel !== null) onConnected()
    const way = tunnel === null ? options : { ...options, agent: undefined, createConnection: () => tunnel }
    const message = await new Promise<http.IncomingMessage>((resolve, reject) => {
      const sent = (url.protocol === 'https:' ? https : http).request(url, way, resolve)
      sent.once('error', reject)
      const connected = url.protocol === 'https:' ? 'secureConnect' : 'connect'
      sent.once('socket', (socket) => socket.once(connected, onConnected))
      sent.end(request.body ?? undefined)
    })
    const isFile = request.isFile === true
    const most = isFile ? outgoingLimits.fileSize : outgoingLimits.size
    return readAnswer(message, { limit: Math.min(request.maxBytes ?? most, most), isFile })
  }

  return {
    send: async (request) => {
      checkHeaders(request.headers)
      const ms = Math.min(Math.max(request.timeoutMs ?? outgoingLimits.timeoutMs, 1), outgoingLimits.longestMs)
      const signal = AbortSignal.timeout(ms)
      let url = readUrl(request.url)
      let current = request
      let mayHaveArrived = false
      const onConnected = () => {
        mayHaveArrived = true
      }
      try {
        for (let redirects = 0; ; redirects++) {
          const answer = await traced(
            () => describeCall(current.method, url),
            (trace) =>
              sendOnce({ ...current, headers: { ...trace, ...current.headers } }, url, { signal, onConnected }),
          )
          const next = request.followsRedirects === true ? redirectOf(answer, url) : null
          if (next === null) return answer
          if (redirects === outgoingLimits.redirects)
            throw new OutgoingFailure(
              `Expected at most ${outgoingLimits.redirects} redirects from ${url.host}, but there are more.`,
              { isFinal: true },
            )
          current = redirected(current, answer.statusCode)
          url = next
        }
      } catch (error) {
        throw describeFailure(error, { host: url.host, ms, isTimeout: signal.aborted, mayHaveArrived })
      }
    },
  }
}

/** Without path and query, which can hold secrets. */
function describeCall(method: string, { hostname, port, protocol }: URL): SpanOptions {
  const usual = protocol === 'https:' ? 443 : 80
  return {
    name: `${method} ${hostname}`,
    kind: 'client',
    attributes: {
      'http.request.method': method,
      'server.address': hostname,
      'server.port': port === '' ? usual : Number(port),
    },
  }
}

// --- headers ------------------------------------------------------------------------------------

/**
 * Headers that frame or route a message, in lower case. The client refuses them, because they could make one request
 * look like two.
 */
export const ownHeaders: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'upgrade',
  'te',
  'trailer',
  'expect',
  'proxy-connection',
])

/** @throws OutgoingFailure naming the first that a model may not set, or that no header can be. */
function checkHeaders(headers: OutgoingRequest['headers']): void {
  for (const [name, value] of Object.entries(headers)) {
    const fault = findHeaderFault(name, value)
    if (fault !== null)
      throw new OutgoingFailure(fault, { isFinal: true, detail: { code: 'http.header-refused', header: name } })
  }
}

function findHeaderFault(name: string, value: string): string | null {
  if (ownHeaders.has(name.toLowerCase()))
    return `Expected headers that a model can set, but the server sets “${name}”. Remove it from the model.`
  if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name))
    return `Expected names of headers without spaces and signs, but one is “${name.slice(0, 100)}”.`
  // RFC 9110, section 5.5; what is no Latin-1 cannot be sent.
  if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
    return `Expected a value of the header “${name}” in one line of Latin letters, but it has a line break or another sign that cannot be sent.`
  return null
}

// --- addresses ----------------------------------------------------------------------------------

function readUrl(text: string): URL {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new OutgoingFailure(
      // Whoever asked cuts it: there may be a secret in it, which can be hidden as long as it is whole.
      `Expected an address that begins with http:// or https://, but it is “${text}”.`,
      { isFinal: true },
    )
  return url
}

/** Without the brackets around an IPv6 address. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}

// --- redirects ----------------------------------------------------------------------------------

/** @throws OutgoingFailure when it leads to another host. */
function redirectOf({ statusCode, headers }: OutgoingAnswer, from: URL): URL | null {
  const { location } = headers
  if (![301, 302, 303, 307, 308].includes(statusCode) || location === undefined) return null
  const to = URL.parse(location, from.href)
  if (to !== null && to.host === from.host && (to.protocol === from.protocol || to.protocol === 'https:')) return to
  throw new OutgoingFailure(
    `Expected ${from.host} to answer, but it leads to another address: ${location}. Use that one in the model.`,
    { isFinal: true },
  )
}

/**
 * Returns the request after a redirect, as in browsers (RFC 9110, section 15.4): only 307 and 308 keep method and body.
 */
function redirected(request: OutgoingRequest, statusCode: number): OutgoingRequest {
  if (statusCode === 307 || statusCode === 308 || request.method === 'HEAD') return request
  return statusCode === 303 || request.method === 'POST' ? { ...request, method: 'GET', body: null } : request
}

// --- answers ------------------------------------------------------------------------------------

async function readAnswer(
  message: http.IncomingMessage,
  { limit, isFile }: { readonly limit: number; readonly isFile: boolean },
): Promise<OutgoingAnswer> {
  const bytes = await readLimited(message, limit)
  const { statusCode = 0, statusMessage, httpVersion, headers } = message
  return {
    statusCode,
    reason: statusMessage === undefined || statusMessage === '' ? null : statusMessage,
    protocol: `HTTP/${httpVersion}`,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
    ),
    ...(isFile ? { body: '', bytes } : { body: decode(bytes, headers['content-type']) }),
  }
}

function decode(bytes: Buffer, contentType = ''): string {
  const charset = /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(contentType)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

function describeFailure(
  error: unknown,
  { host, ms, isTimeout, mayHaveArrived }: { host: string; ms: number; isTimeout: boolean; mayHaveArrived: boolean },
): unknown {
  if (error instanceof OutgoingFailure) {
    const { message, isFinal, isPrivateAddress, detail } = error
    return mayHaveArrived ? new OutgoingFailure(message, { isFinal, isPrivateAddress, mayHaveArrived, detail }) : error
  }
  if (isTimeout)
    return new OutgoingFailure(`Expected ${host} to answer within ${ms} ms, but it did not.`, { mayHaveArrived })
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ERR_INVALID_CHAR' || code === 'ERR_INVALID_HTTP_TOKEN')
    return new OutgoingFailure(`Expected headers and method of a request, but they cannot be sent: ${message}.`, {
      isFinal: true,
    })
  return new OutgoingFailure(`Expected ${host} to answer, but the call failed: ${code ?? message}.`, { mayHaveArrived })
}
