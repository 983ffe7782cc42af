import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A connection to a server, on which a test sends bytes that no client would send. */
export interface RawConnection {
  readonly socket: Socket
  send(text: string | Buffer): void
  /** Status, headers and body of the next answer; fails when the connection ends before. */
  answer(): Promise<RawAnswer>
  /** Settles when the server has ended the connection. */
  ended(): Promise<void>
  close(): void
}

export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** As JSON, where there is one. */
  // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what a test is about to tell.
  readonly body: any
}

export async function openConnection(origin: string): Promise<RawConnection> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  let received = ''
  let hasEnded = false
  let wake = () => {}
  // A character for each byte, because lengths are in bytes.
  socket.setEncoding('latin1')
  socket.on('data', (part: string) => {
    received += part
    wake()
  })
  socket.on('error', () => {})
  const closed = once(socket, 'close').then(() => {
    hasEnded = true
    wake()
  })
  return {
    socket,
    send: (text) => void socket.write(text),
    answer: async () => {
      for (;;) {
        const read = readAnswer(received)
        if (read !== null) {
          received = received.slice(read.length)
          return read.answer
        }
        if (hasEnded) throw new Error(`Expected an answer, but the connection ended after “${received}”.`)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
    ended: () => closed,
    close: () => void socket.destroy(),
  }
}

/** Returns the head of an HTTP request with any headers, and an empty line. */
export function headOf(method: string, path: string, headers: Readonly<Record<string, string | number>> = {}): string {
  const lines = Object.entries({ host: 'test', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}

function readAnswer(text: string): { answer: RawAnswer; length: number } | null {
  const headEnd = text.indexOf('\r\n\r\n')
  if (headEnd < 0) return null
  const [first = '', ...lines] = text.slice(0, headEnd).split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const length = headEnd + 4 + Number(headers['content-length'] ?? 0)
  if (text.length < length) return null
  const body = Buffer.from(text.slice(headEnd + 4, length), 'latin1').toString()
  const isJson = headers['content-type']?.includes('json') === true
  return {
    answer: { status: Number(first.split(' ')[1]), headers, body: isJson ? JSON.parse(body) : body },
    length,
  }
}
