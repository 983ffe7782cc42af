import { createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import type { ClamdAddress } from '../clamd-address.ts'

/** The behaviour of a fake clamd when it has read a content. */
export interface FakeClamdOptions {
  /** The answer, without the zero at its end; null: it never answers. */
  readonly answer?: (content: Buffer) => string | null
  /** Answers, and reads no more, after so many bytes. */
  readonly stopsAfter?: { readonly bytes: number; readonly answer: string }
  /** Closes the connection after so many bytes, without a word. */
  readonly cutsAfter?: number
}

export interface FakeClamd {
  readonly address: ClamdAddress
  /** What was sent to it to the end. */
  readonly received: Buffer[]
}

/** Starts a fake clamd on a free port, which speaks INSTREAM, for tests of failures that a real clamd rarely has. */
export async function startFakeClamd(options: FakeClamdOptions = {}): Promise<FakeClamd> {
  const received: Buffer[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    let waiting = Buffer.alloc(0)
    let isStarted = false
    let isOver = false
    const content: Buffer[] = []
    socket.on('data', (chunk: Buffer) => {
      waiting = Buffer.concat([waiting, chunk])
      if (!isStarted) {
        const end = waiting.indexOf('zINSTREAM\0')
        if (end !== 0) return
        isStarted = true
        waiting = waiting.subarray(10)
      }
      while (!isOver && waiting.length >= 4) {
        const length = waiting.readUInt32BE()
        if (waiting.length < 4 + length) break
        content.push(waiting.subarray(4, 4 + length))
        waiting = waiting.subarray(4 + length)
        if (length === 0) {
          isOver = true
          const whole = Buffer.concat(content)
          received.push(whole)
          const answer = (options.answer ?? (() => 'stream: OK'))(whole)
          if (answer !== null) socket.end(`${answer}\0`)
        }
        const taken = content.reduce((sum, one) => sum + one.length, 0)
        if (options.cutsAfter !== undefined && taken >= options.cutsAfter) socket.destroy()
        const { stopsAfter } = options
        if (stopsAfter !== undefined && taken >= stopsAfter.bytes && !isOver) {
          isOver = true
          socket.end(`${stopsAfter.answer}\0`)
        }
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('Expected a port.')
  return { address: { host: '127.0.0.1', port: address.port }, received }
}
