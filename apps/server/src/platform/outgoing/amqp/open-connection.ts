import type { ChannelModel } from 'amqplib'
import type { BrokerPlace } from '../brokers.ts'
import type { SeenKey } from '../certificate-pin.ts'
import type { Guard } from '../guard.ts'
import { openBrokerSocket } from '../open-broker-socket.ts'
import { OutgoingFailure } from '../outgoing-failure.ts'
import { loadAmqplib, type OpenFields } from './load-amqplib.ts'

/** A signed-in connection to a broker. */
export interface BrokerConnection {
  readonly model: ChannelModel
  /** Rejects when the connection ends. */
  readonly broken: Promise<never>
  /** Closes it at once. */
  destroy(): void
}

/**
 * Opens a connection to a broker, at the address that may be called. A pinned certificate is checked before anything is
 * sent.
 *
 * @throws OutgoingFailure where the broker refuses the sign-in or the virtual host.
 */
export async function openConnection(
  guard: Guard,
  place: BrokerPlace,
  { seen, signal }: { readonly seen: SeenKey; readonly signal: AbortSignal },
): Promise<BrokerConnection> {
  const { host } = place
  const socket = await openBrokerSocket(guard, place, { seen, signal })
  const { Connection, ChannelModel } = loadAmqplib()
  const connection = new Connection(socket)
  // Listens from the start: a broker can end the connection in the segment that opens it.
  const model = new ChannelModel(connection)
  const broken = new Promise<never>((_, reject) => {
    const end = () => reject(new OutgoingFailure(`Expected ${host} to keep the connection, but it has ended.`))
    model.on('error', end)
    model.on('close', end)
  })
  broken.catch(() => {})
  const opened = new Promise<void>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
    connection.open(fieldsFor(place), (error) => (error == null ? resolve() : reject(describeRefusal(error, place))))
  })
  await Promise.race([broken, opened]).catch((error: unknown) => {
    socket.destroy()
    throw error
  })
  return { model, broken, destroy: () => socket.destroy() }
}

/** Bytes of a frame that this side accepts, and that it offers to the broker. */
const frameBytes = 131_072

function fieldsFor({ username, secret, virtualHost }: BrokerPlace): OpenFields {
  return {
    clientProperties: {
      product: 'Millrace',
      // Without it, a broker ends the connection instead of naming a refused sign-in.
      capabilities: { publisher_confirms: true, 'basic.nack': true, authentication_failure_close: true },
    },
    mechanism: 'PLAIN',
    response: Buffer.from(`\0${username}\0${secret}`),
    locale: 'en_US',
    channelMax: 10,
    frameMax: frameBytes,
    maxFrameSize: 2 * frameBytes,
    // A connection lives for seconds, and each has a time limit.
    heartbeat: 0,
    virtualHost,
    capabilities: '',
    insist: 0,
  }
}

/** The texts of the library contain texts of the broker, of which only the number is used. */
function describeRefusal(error: unknown, { host, username, virtualHost }: BrokerPlace): unknown {
  const text = error instanceof Error ? error.message : ''
  const code = /^Handshake terminated by server: (\d{3})\b/.exec(text)?.[1]
  if (code === '403' || /^SASL mechanism/.test(text))
    return new OutgoingFailure(
      `Expected ${host} to let “${username}” in, but it refuses. Check the user name and the password.`,
      { isFinal: true },
    )
  // The library leaves out why a broker refuses to open a virtual host.
  if (code === '530' || /^Expected ConnectionOpenOk; got <ConnectionClose\b/.test(text))
    return new OutgoingFailure(
      `Expected ${host} to have the virtual host “${virtualHost}” for “${username}”, but it refuses. Check its name and the permissions.`,
      { isFinal: true },
    )
  const why = code === undefined ? networkCodeOf(error) : ` (code ${code})`
  return new OutgoingFailure(`Expected AMQP at ${host}, but the broker ended the connection${why}.`)
}

function networkCodeOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException | null)?.code
  return typeof code === 'string' && /^[A-Z][A-Z_]+$/.test(code) ? `: ${code}` : ''
}
