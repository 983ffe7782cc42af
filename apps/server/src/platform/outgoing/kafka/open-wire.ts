import type { Socket } from 'node:net'
import { type API, type Connection, Reader, Writer } from '@platformatic/kafka'
import { OutgoingFailure } from '../outgoing-failure.ts'
import { createFrameReader } from './frame-reader.ts'

/** An open connection to one broker of a cluster. */
export interface Wire {
  /** The host name of the broker, for error messages. */
  readonly host: string
  /**
   * Sends a request, and waits for its answer.
   *
   * @throws ResponseError where the broker answers with an error, OutgoingFailure where the connection ends.
   */
  ask<Given extends unknown[], Answer>(api: API<Given, Answer>, ...given: Given): Promise<Answer>
  /** The connection as the requests of the library take it. */
  readonly connection: Connection
  isOpen(): boolean
  destroy(): void
}

interface Waiting {
  readonly id: number
  readonly read: (reader: Reader) => unknown
  readonly done: (error: Error | null, answer?: unknown) => void
}

/**
 * The maximum number of bytes of an answer that a request asks for. A broker returns at least one batch of messages,
 * even if the batch is larger.
 */
export const maxAnswerBytes = 12_000_000

const clientId = 'millrace'

/**
 * Sends the requests of the Kafka library on a socket that is already open. The library would otherwise open a socket
 * to any address, and send the password before the certificate is checked. A broker answers in the order of the
 * requests.
 */
export function openWire(socket: Socket, host: string): Wire {
  let count = 0
  const waiting: Waiting[] = []
  let fault: OutgoingFailure | null = null
  const end = (why: OutgoingFailure) => {
    fault ??= why
    socket.destroy()
    for (const { done } of waiting.splice(0)) done(fault)
  }
  const frames = createFrameReader(maxAnswerBytes, (frame) => {
    const next = waiting[0]
    if (next === undefined || frame.readInt32BE(0) !== next.id) throw new Error('Expected the answer to a request.')
    waiting.shift()
    const reader = Reader.from(frame)
    reader.readInt32()
    let answer: unknown
    try {
      answer = next.read(reader)
    } catch (error) {
      next.done(error as Error)
      return
    }
    next.done(null, answer)
  })
  socket.on('data', (bytes: Buffer) => {
    try {
      frames(bytes)
    } catch {
      end(
        new OutgoingFailure(
          `Expected an answer of Kafka of at most ${maxAnswerBytes} bytes from ${host}, but it is another one.`,
        ),
      )
    }
  })
  socket.on('close', () => end(new OutgoingFailure(`Expected ${host} to keep the connection, but it has ended.`)))

  const send: Connection['send'] = (key, version, write, parse, hasTags, hasAnswerTags, done) => {
    if (fault !== null) {
      done(fault)
      return
    }
    count = (count + 1) % 0x7fffffff
    const id = count
    const frame = Writer.create().appendInt16(key).appendInt16(version).appendInt32(id).appendString(clientId, false)
    if (hasTags) frame.appendTaggedFields()
    // Only a compressed message is written later, and none is compressed.
    frame.appendFrom(write() as Writer).prependLength()
    const read = (reader: Reader) => {
      if (hasAnswerTags) reader.readTaggedFields()
      return parse(id, key, version, reader)
    }
    waiting.push({ id, read, done: done as Waiting['done'] })
    socket.write(frame.buffer)
  }
  const connection = { send } as unknown as Connection
  return {
    ...{ host, connection },
    ask: (api, ...given) => api.async(connection, ...given),
    isOpen: () => fault === null,
    destroy: () => socket.destroy(),
  }
}
