import type { Readable } from 'node:stream'
import { OutgoingFailure } from './outgoing-failure.ts'

/**
 * Reads a stream to its end, up to a number of bytes.
 * @throws OutgoingFailure when the stream is longer.
 */
export async function readLimited(stream: Readable, limit: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of stream) {
    size += (part as Buffer).length
    if (size > limit) {
      stream.destroy()
      throw new OutgoingFailure(`Expected an answer of at most ${limit} bytes, but it is larger.`, { isFinal: true })
    }
    parts.push(part as Buffer)
  }
  return Buffer.concat(parts)
}
