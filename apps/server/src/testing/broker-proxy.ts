import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * What happens to bytes of the client: they pass, the connection is cut before they pass, or they pass and the connection
 * is cut when the broker answers.
 */
export type Fate = 'pass' | 'cut' | 'cut-answer'

export interface BrokerProxy {
  readonly port: number
  /** Decides about the bytes of the client from now on. */
  watch(decide: (bytes: Buffer) => Fate): void
  /** Changes the bytes of the broker from now on. */
  change(alter: (bytes: Buffer) => Buffer): void
  close(): Promise<void>
}

/** Opens a proxy in front of a broker on this machine, which cuts a connection at a certain message, or changes answers. */
export async function openBrokerProxy(target: number): Promise<BrokerProxy> {
  let decide: (bytes: Buffer) => Fate = () => 'pass'
  let alter = (bytes: Buffer) => bytes
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const broker = connect(target, '127.0.0.1')
    let isAnswerCut = false
    const cut = () => {
      client.resetAndDestroy()
      broker.destroy()
    }
    for (const socket of [client, broker]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        broker.destroy()
      })
    }
    client.on('data', (bytes: Buffer) => {
      const fate = decide(bytes)
      if (fate === 'cut') cut()
      else broker.write(bytes)
      if (fate === 'cut-answer') isAnswerCut = true
    })
    broker.on('data', (bytes: Buffer) => {
      if (isAnswerCut) cut()
      else client.write(alter(bytes))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    watch: (next) => {
      decide = next
    },
    change: (next) => {
      alter = next
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Returns whether bytes contain an AMQP method, given its class id and method id (AMQP 0-9-1, section 2.3.5.1). */
export function hasMethod(bytes: Buffer, classId: number, methodId: number): boolean {
  return bytes.includes(Buffer.from([0, classId, 0, methodId]))
}
