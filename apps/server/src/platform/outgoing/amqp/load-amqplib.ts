import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Duplex } from 'node:stream'
import type { ChannelModel } from 'amqplib'

/** The fields of the opening handshake (AMQP 0-9-1, section 1.4). */
export interface OpenFields {
  readonly clientProperties: object
  readonly mechanism: string
  readonly response: Buffer
  readonly locale: string
  readonly channelMax: number
  readonly frameMax: number
  /** The maximum size of a received frame in bytes. */
  readonly maxFrameSize: number
  readonly heartbeat: number
  readonly virtualHost: string
  readonly capabilities: string
  readonly insist: number
}

interface Connection {
  open(fields: OpenFields, done: (error: unknown) => void): void
}

/** The inner modules of the library. */
interface Amqplib {
  readonly Connection: new (stream: Duplex) => Connection
  readonly ChannelModel: new (connection: Connection) => ChannelModel
}

const require = createRequire(import.meta.url)
let loaded: Amqplib | null = null

/**
 * Loads the library at the first call. Its own `connect` opens the socket and sends the password at once, so that nothing
 * could check the certificate before. Its inner modules take an open socket.
 */
export function loadAmqplib(): Amqplib {
  if (loaded !== null) return loaded
  const folder = join(dirname(require.resolve('amqplib')), 'lib')
  const { Connection } = require(join(folder, 'connection.js')) as Pick<Amqplib, 'Connection'>
  const { ChannelModel } = require(join(folder, 'channel_model.js')) as Pick<Amqplib, 'ChannelModel'>
  loaded = { Connection, ChannelModel }
  return loaded
}
