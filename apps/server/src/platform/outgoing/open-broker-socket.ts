import { once } from 'node:events'
import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { checkPin, type SeenKey, type Trust, tlsOptionsFor } from './certificate-pin.ts'
import type { Guard } from './guard.ts'

/** The address of a broker, and the certificates that are accepted of it. */
export interface BrokerAddress extends Trust {
  readonly host: string
  readonly port: number
  readonly tls: 'on' | 'off'
}

/**
 * Opens a socket to a broker, at an address that may be called. A pinned certificate is checked before anything is sent.
 *
 * @throws OutgoingFailure where the address may not be called, or the certificate is another one.
 */
export async function openBrokerSocket(
  guard: Guard,
  { host, port, tls, ...trust }: BrokerAddress,
  { seen, signal }: { readonly seen: SeenKey; readonly signal: AbortSignal },
): Promise<Socket> {
  const address = await guard.resolve(host)
  signal.throwIfAborted()
  const socket: Socket =
    tls === 'off'
      ? connectPlain({ host: address, port })
      : connectTls({ ...tlsOptionsFor(host, trust), host: address, port })
  signal.addEventListener('abort', () => socket.destroy())
  // The caller handles errors while it uses the socket. Errors before and after that must not end the process.
  socket.on('error', () => {})
  await once(socket, tls === 'off' ? 'connect' : 'secureConnect', { signal })
  socket.setNoDelay(true)
  if (tls === 'off') return socket
  try {
    checkPin(socket as TLSSocket, host, trust, seen)
  } catch (error) {
    socket.destroy()
    throw error
  }
  return socket
}
