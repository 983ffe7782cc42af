import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/**
 * Starts a replacement for a PostgreSQL of an earlier release: it accepts all connections, and answers any query with
 * its version (PostgreSQL 18, wire protocol, chapter 54).
 */
export async function startOldPostgres(version: string): Promise<{ url: string; stop(): void }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', (data: Buffer) => socket.write(answer(data, version)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `postgres://someone@127.0.0.1:${port}/old`,
    stop: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

function answer(data: Buffer, version: string): Buffer {
  const kind = String.fromCharCode(data[0] ?? 0)
  if (kind === 'X') return Buffer.alloc(0)
  const ready = message('Z', Buffer.from('I'))
  // The first message of a connection has no kind: it begins with its length.
  if (kind !== 'Q') return Buffer.concat([message('R', int32(0)), ready])
  const number = String(Number(version.split('.')[0]) * 10_000 + Number(version.split('.')[1]))
  const columns = [column('number', 23), column('text', 25)]
  return Buffer.concat([
    message('T', int16(columns.length), ...columns),
    message('D', int16(2), field(number), field(version)),
    message('C', Buffer.from('SELECT 1\0')),
    ready,
  ])
}

function message(kind: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(kind), int32(body.length + 4), body])
}

function column(name: string, typeId: number): Buffer {
  return Buffer.concat([Buffer.from(`${name}\0`), int32(0), int16(0), int32(typeId), int16(-1), int32(-1), int16(0)])
}

function field(text: string): Buffer {
  return Buffer.concat([int32(Buffer.byteLength(text)), Buffer.from(text)])
}

function int32(value: number): Buffer {
  const buffer = Buffer.alloc(4)
  buffer.writeInt32BE(value)
  return buffer
}

function int16(value: number): Buffer {
  const buffer = Buffer.alloc(2)
  buffer.writeInt16BE(value)
  return buffer
}
