import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { createSecureContext, TLSSocket } from 'node:tls'
import type { TestCertificate } from './certificates.ts'

export interface TdsServer {
  readonly port: number
  /** Connections that are open. */
  count(): number
  /** Everything that arrived after the sign-in began, without encryption. */
  readonly received: Buffer[]
  close(): Promise<void>
}

/**
 * Starts a server with the part of SQL Server's protocol that a sign-in needs, and refuses the sign-in.
 *
 * @param certificate if given, the server offers encryption.
 */
export async function openTdsServer(certificate?: TestCertificate): Promise<TdsServer> {
  const received: Buffer[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    let waiting = Buffer.alloc(0)
    let secured: { readonly push: (payload: Buffer) => void } | null = null
    const take = (type: number, payload: Buffer) => {
      if (type !== preLogin) {
        received.push(payload)
        socket.end(packet(answer, Buffer.concat([loginFailed(), done()])))
      } else if (secured !== null) secured.push(payload)
      else {
        socket.write(packet(answer, preLoginAnswer(certificate === undefined ? notSupported : required)))
        if (certificate !== undefined) secured = secure(socket, certificate, received)
      }
    }
    socket.on('data', (bytes: Buffer) => {
      waiting = Buffer.concat([waiting, bytes])
      while (waiting.length >= 8 && waiting.length >= waiting.readUInt16BE(2)) {
        const length = waiting.readUInt16BE(2)
        take(waiting.readUInt8(0), waiting.subarray(8, length))
        waiting = waiting.subarray(length)
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    count: () => sockets.size,
    received,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** MS-TDS, 2.2.3.1.1: types of packets. */
const [preLogin, answer] = [0x12, 0x04]
/** MS-TDS, 2.2.6.5: values of the option ENCRYPTION. */
const [notSupported, required] = [2, 3]

function packet(type: number, payload: Buffer): Buffer {
  const header = Buffer.from([type, 1, 0, 0, 0, 0, 1, 0])
  header.writeUInt16BE(payload.length + 8, 2)
  return Buffer.concat([header, payload])
}

function preLoginAnswer(encryption: number): Buffer {
  return Buffer.from([0, 0, 11, 0, 6, 1, 0, 17, 0, 1, 0xff, 16, 0, 0, 0, 0, 0, encryption])
}

function loginFailed(): Buffer {
  const text = Buffer.from("Login failed for user 'jo'.", 'utf16le')
  const body = Buffer.concat([
    uint(18_456, 4),
    Buffer.from([1, 14]),
    uint(text.length / 2, 2),
    text,
    Buffer.from([0, 0]),
    uint(1, 4),
  ])
  return Buffer.concat([Buffer.from([0xaa]), uint(body.length, 2), body])
}

function done(): Buffer {
  return Buffer.concat([Buffer.from([0xfd]), uint(2, 2), uint(0, 2), Buffer.alloc(8)])
}

function uint(value: number, bytes: 2 | 4): Buffer {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntLE(value, 0, bytes)
  return buffer
}

/** The handshake of TLS is within packets of the protocol. */
function secure(socket: Socket, { certificate: cert, key }: TestCertificate, received: Buffer[]) {
  const way = new Duplex({
    read: () => {},
    write: (bytes: Buffer, _, next) => void socket.write(packet(preLogin, bytes), () => next()),
  })
  const tls = new TLSSocket(way as Socket, { isServer: true, secureContext: createSecureContext({ cert, key }) })
  tls.on('error', () => {})
  tls.on('data', (bytes: Buffer) => received.push(bytes))
  return { push: (payload: Buffer) => void way.push(payload) }
}
