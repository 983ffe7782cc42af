import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { TestCertificate } from './certificates.ts'

/** The answer of a listener to the first packet of a client. */
export type TnsAnswer =
  | { readonly kind: 'silence' }
  /** The connection is closed before anything arrives. */
  | { readonly kind: 'end' }
  /** The connection is accepted, and nothing follows. */
  | { readonly kind: 'accept' }
  /** `code`: the number of the error of Oracle. */
  | { readonly kind: 'refuse'; readonly code: number }
  /** `address`: the text of the packet, such as `(ADDRESS=(PROTOCOL=TCP)(HOST=10.0.0.1)(PORT=1521))`. */
  | { readonly kind: 'redirect'; readonly address: string }
  /** Packets of 8 kB that a client does not expect. */
  | { readonly kind: 'flood'; readonly packets: number }

export interface TnsServer {
  readonly port: number
  /** The connections so far. */
  connections(): number
  /** Connections that are open. */
  count(): number
  /** Everything that arrived, as text. */
  received(): string
  /** Sets the answer to the following connections. */
  answer(answer: TnsAnswer): void
  close(): Promise<void>
}

/**
 * Starts a server that answers the first packet of a client as a listener of Oracle does. The protocol is not published:
 * the packets are those that Oracle's open-source drivers read.
 *
 * @param certificate if given, the server encrypts.
 */
export async function openTnsServer(certificate?: TestCertificate): Promise<TnsServer> {
  let given: TnsAnswer = { kind: 'silence' }
  let connections = 0
  let received = ''
  const sockets = new Set<Socket>()
  const take = (socket: Socket) => {
    connections += 1
    sockets.add(socket)
    let isAnswered = false
    if (given.kind === 'end') socket.destroy()
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    socket.on('data', (bytes: Buffer) => {
      received += bytes.toString('latin1')
      if (isAnswered) return
      isAnswered = true
      const answer = write(given)
      if (answer !== null) socket.write(answer)
    })
  }
  const server: Server =
    certificate === undefined
      ? createServer(take)
      : createTlsServer({ cert: certificate.certificate, key: certificate.key }, take)
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    count: () => sockets.size,
    received: () => received,
    answer: (answer) => {
      given = answer
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const types = { accept: 2, refuse: 4, redirect: 5, data: 6 } as const

function write(answer: TnsAnswer): Buffer | null {
  switch (answer.kind) {
    case 'silence':
    case 'end':
      return null
    case 'flood':
      return Buffer.concat(Array(answer.packets).fill(packet(types.data, Buffer.alloc(8184))))
    case 'accept':
      return packet(types.accept, accepted())
    case 'refuse': {
      const text = Buffer.from(
        `(DESCRIPTION=(TMP=)(VSNNUM=0)(ERR=${answer.code})(ERROR_STACK=(ERROR=(CODE=${answer.code}))))`,
      )
      return packet(types.refuse, Buffer.concat([Buffer.from([0, 0]), uint16(text.length), text]))
    }
    case 'redirect': {
      const text = Buffer.from(answer.address)
      return packet(types.redirect, Buffer.concat([uint16(text.length), text]))
    }
    default:
      return answer satisfies never
  }
}

/** Version 3.19 with data units of 8 kB, without native network encryption. */
function accepted(): Buffer {
  const payload = Buffer.alloc(37)
  payload.writeUInt16BE(319, 0)
  payload.writeUInt16BE(8192, 4)
  payload.writeUInt16BE(8192, 6)
  payload.writeUInt16BE(1, 8)
  payload.writeUInt8(0x04, 14)
  payload.writeUInt32BE(8192, 24)
  payload.writeUInt32BE(65_536, 28)
  return payload
}

function packet(type: number, payload: Buffer): Buffer {
  const header = Buffer.from([0, 0, 0, 0, type, 0, 0, 0])
  header.writeUInt16BE(payload.length + header.length, 0)
  return Buffer.concat([header, payload])
}

function uint16(value: number): Buffer {
  const buffer = Buffer.alloc(2)
  buffer.writeUInt16BE(value)
  return buffer
}
