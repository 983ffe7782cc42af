import { connect, type Socket } from 'node:net'
import type { ClamdAddress } from './clamd-address.ts'
import type { Scanner, Verdict } from './scanner.ts'

/** Milliseconds from the connection to the verdict. A file is sent as fast as clamd takes it. */
const patience = 60_000
/** clamd answers with one line; a longer one is none of its. */
const longestAnswer = 4_096

/**
 * Creates the virus scanner that uses clamd: its command INSTREAM over TCP or a local socket, with a connection for
 * each file.
 *
 * @param timeout milliseconds.
 */
export function createClamdScanner(address: ClamdAddress, timeout: number = patience): Scanner {
  return {
    scan: async (content) => {
      const socket = connect(address)
      const signal = AbortSignal.timeout(timeout)
      try {
        return readVerdict(await exchange(socket, content, signal))
      } catch (error) {
        const reason = signal.aborted
          ? `no answer in ${timeout} ms`
          : error instanceof Error
            ? error.message
            : 'unknown'
        return { kind: 'not-scanned', reason }
      } finally {
        socket.destroy()
      }
    },
  }
}

/** Sends the content and reads the answer. clamd may answer before all is sent, and then takes nothing more. */
async function exchange(socket: Socket, content: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<string> {
  const answer = readAnswer(socket, signal)
  // A content that breaks off ends it.
  send(socket, content, answer, signal).catch((error: Error) => socket.destroy(error))
  return answer
}

function readAnswer(socket: Socket, signal: AbortSignal): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let text = ''
  socket.setEncoding('utf8')
  socket.on('data', (chunk: string) => {
    text += chunk
    const end = text.indexOf('\0')
    if (text.length > longestAnswer) reject(new Error('an answer that is too long'))
    else if (end !== -1) resolve(text.slice(0, end))
  })
  socket.on('error', reject)
  socket.on('close', () => reject(new Error('the connection was closed without an answer')))
  signal.addEventListener('abort', () => reject(new Error('no answer in time')), { once: true })
  return promise
}

async function send(
  socket: Socket,
  content: AsyncIterable<Uint8Array>,
  answer: Promise<string>,
  signal: AbortSignal,
): Promise<void> {
  let isOver = false
  const over = answer.then(
    () => {
      isOver = true
    },
    () => {
      isOver = true
    },
  )
  const write = (bytes: Uint8Array) => {
    if (socket.write(bytes)) return null
    const drained = new Promise<void>((resolve) => socket.once('drain', resolve))
    return Promise.race([drained, over])
  }
  await write(Buffer.from('zINSTREAM\0'))
  for await (const chunk of content) {
    if (isOver || signal.aborted) return
    // An empty chunk says that there is no more.
    if (chunk.length === 0) continue
    await write(lengthOf(chunk))
    await write(chunk)
  }
  await write(lengthOf(new Uint8Array()))
}

function lengthOf({ length }: Uint8Array): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(length)
  return bytes
}

function readVerdict(answer: string): Verdict {
  if (/^stream: OK$/.test(answer)) return { kind: 'clean' }
  const found = /^stream: (.+) FOUND$/.exec(answer)
  return found?.[1] === undefined
    ? { kind: 'not-scanned', reason: `answered “${answer.slice(0, 200)}”` }
    : { kind: 'infected', signature: found[1] }
}
