import dgram from 'node:dgram'
import dns from 'node:dns'
import net, { isIP, type Socket } from 'node:net'
import tls, { type ConnectionOptions, type TLSSocket } from 'node:tls'

export interface OnlySocketOptions {
  /** The name or address of the host, as the driver knows it. */
  readonly host: string
  /** The address of the socket. */
  readonly address: string
  /** Whether a certificate has to be valid for the host. */
  readonly isVerified: boolean
  /** The maximum number of bytes that are received. */
  readonly maxBytes: number
}

/** What the modules of Node noticed while the driver used them. */
export interface OnlySocketState {
  /** Whether the driver tried to open another connection, or to look up another name. */
  isRedirected: boolean
  /** Whether more bytes arrived than permitted. The socket is closed then. */
  isTooLarge: boolean
  /** The code of the error of the encryption. */
  tlsCode: string | null
}

/**
 * Replaces the functions of this process that open connections and look up names: the first connection that the driver
 * opens is the given socket, and every other one fails. `Socket.prototype.connect` is below all functions of Node that
 * open a TCP connection, so it does not matter which one a driver calls, or when it has loaded the module.
 *
 * It cannot be undone, so it is for a process that does nothing else.
 *
 * @param socket an open socket to an address that was checked.
 */
export function useOnly(socket: Socket, { host, address, isVerified, maxBytes }: OnlySocketOptions): OnlySocketState {
  const state: OnlySocketState = { isRedirected: false, isTooLarge: false, tlsCode: null }
  let isTaken = false
  const refuse = (): never => {
    state.isRedirected = true
    throw new Error('Expected no other connection')
  }
  const take = (...given: unknown[]): Socket => {
    if (isTaken) refuse()
    isTaken = true
    const done = given.find((one) => typeof one === 'function')
    if (done !== undefined) setImmediate(done as () => void)
    return socket
  }
  const limit = (stream: Socket) => {
    const push = stream.push.bind(stream)
    let bytes = 0
    // The driver removes listeners of others, so the bytes are counted where they arrive.
    stream.push = (part: Buffer | null, encoding) => {
      bytes += part?.length ?? 0
      if (bytes <= maxBytes) return push(part, encoding)
      state.isTooLarge = true
      socket.destroy()
      return false
    }
  }
  limit(socket)
  net.Socket.prototype.connect = refuse
  net.connect = take
  net.createConnection = take
  dgram.createSocket = refuse
  for (const name of ['lookup', 'resolve', 'resolve4', 'resolve6', 'resolveAny'] as const)
    Object.assign(dns, { [name]: refuse })
  dns.promises.lookup = (async (name: string) =>
    name === host && !isTaken ? [{ address, family: isIP(address) }] : refuse()) as typeof dns.promises.lookup
  const { connect } = tls
  tls.connect = ((options: ConnectionOptions, done: () => void): TLSSocket => {
    const trusting = { rejectUnauthorized: false, checkServerIdentity: () => undefined }
    const secured = connect({ ...options, ...(isVerified ? {} : trusting) })
    limit(secured)
    secured.on('error', ({ code = '' }: NodeJS.ErrnoException) => {
      // The driver has a code of its own for a certificate of another host.
      state.tlsCode ??= code.startsWith('NJS') ? 'ERR_TLS_CERT_ALTNAME_INVALID' : code
    })
    secured.once('secureConnect', () => {
      // The driver expects a verified certificate in any case.
      if (!isVerified) secured.authorized = true
      done()
    })
    return secured
  }) as typeof tls.connect
  return state
}
