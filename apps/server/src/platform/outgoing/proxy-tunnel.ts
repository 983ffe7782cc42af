import http from 'node:http'
import { isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Guard } from './guard.ts'
import { OutgoingFailure } from './outgoing-failure.ts'

/** An HTTP proxy, which opens a tunnel to a host (RFC 9110, section 9.3.6). */
export interface OutgoingProxy {
  readonly host: string
  readonly port: number
  readonly username: string
  readonly password: string
}

interface TunnelOptions {
  readonly guard: Guard
  readonly signal: AbortSignal
  readonly tls: Readonly<Partial<Record<'cert' | 'key' | 'ca', string>>> | undefined
}

/**
 * Opens a tunnel to the host of an address through a proxy, with TLS for an `https` address. The proxy gets the checked
 * IP address, or only the name if this server cannot look it up.
 *
 * @throws OutgoingFailure when the proxy refuses; nothing of the request was sent then.
 */
export async function openTunnel(
  url: URL,
  proxy: OutgoingProxy,
  { guard, signal, tls }: TunnelOptions,
): Promise<Socket> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isSecure = url.protocol === 'https:'
  const target = await resolveTarget(guard, host)
  const socket = await connect(
    proxy,
    `${isIP(target) === 6 ? `[${target}]` : target}:${url.port || (isSecure ? 443 : 80)}`,
    {
      guard,
      signal,
    },
  )
  if (!isSecure) return socket
  return new Promise((resolve, reject) => {
    const secure = connectTls({ socket, ...tls, ...(isIP(host) === 0 && { servername: host }), host }, () =>
      resolve(secure),
    )
    secure.once('error', reject)
    signal.addEventListener('abort', () => secure.destroy(signal.reason as Error), { once: true })
  })
}

/** Where names are looked up by the proxy alone, this server knows no address. */
async function resolveTarget(guard: Guard, host: string): Promise<string> {
  try {
    return await guard.resolve(host)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException | null)?.code
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return host
    throw error
  }
}

function connect(
  { host, port, username, password }: OutgoingProxy,
  path: string,
  { guard, signal }: Pick<TunnelOptions, 'guard' | 'signal'>,
): Promise<Socket> {
  const isSignedIn = username !== '' || password !== ''
  const credentials = Buffer.from(`${username}:${password}`).toString('base64')
  guard.check(host)
  return new Promise((resolve, reject) => {
    const sent = http.request({
      host,
      port,
      method: 'CONNECT',
      path,
      headers: { host: path, ...(isSignedIn && { 'proxy-authorization': `Basic ${credentials}` }) },
      lookup: guard.lookup,
      agent: false,
      signal,
    })
    const refuse = (status: number | undefined) =>
      new OutgoingFailure(
        `Expected the proxy ${host}:${port} to open a connection, but it answered with the status ${status}.`,
        { isFinal: status === 407 || status === 403 },
      )
    sent.once('connect', ({ statusCode }, socket, head) => {
      if (statusCode === 200 && head.length === 0) resolve(socket)
      else {
        socket.destroy()
        reject(refuse(statusCode))
      }
    })
    sent.once('response', (message) => {
      message.destroy()
      reject(refuse(message.statusCode))
    })
    sent.once('error', (error) => reject(isOwn(error) ? error : unreachable(error, host, port)))
    sent.end()
  })
}

function isOwn(error: Error): boolean {
  return error instanceof OutgoingFailure || error.name === 'AbortError' || error.name === 'TimeoutError'
}

function unreachable(error: NodeJS.ErrnoException, host: string, port: number): OutgoingFailure {
  return new OutgoingFailure(
    `Expected the proxy ${host}:${port} to answer, but the connection failed: ${error.code ?? 'unknown'}.`,
  )
}
