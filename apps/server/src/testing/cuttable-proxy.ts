import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy in front of a server, such as a database, that a test can cut. */
export interface CuttableProxy {
  /** The same address, by this way. */
  readonly connectionString: string
  /** From now on, or after so many further messages of the program, nothing gets through, and what is open is cut. */
  cut(afterMessages?: number): void
  /** From now on nothing gets through, and connections stay open: a server without power, or behind a broken line. */
  silence(): void
  restore(): void
  /** To another server from now on: one that found its port after its address was told. */
  leadTo(address: string): void
  close(): Promise<void>
}

export async function openCuttableProxy(connectionString: string): Promise<CuttableProxy> {
  let target = new URL(connectionString)
  const sockets = new Set<Socket>()
  let left = Number.POSITIVE_INFINITY
  let isSilent = false
  const cutNow = () => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  const server = createServer((incoming) => {
    if (left <= 0) {
      incoming.resetAndDestroy()
      return
    }
    const outgoing = connect(Number(target.port), target.hostname)
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        for (const other of [incoming, outgoing]) other.destroy()
      })
    }
    outgoing.pipe(incoming)
    incoming.on('data', (message: Buffer) => {
      if (isSilent) return
      left--
      if (left < 0) cutNow()
      else outgoing.write(message)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    connectionString: Object.assign(new URL(connectionString), { hostname: '127.0.0.1', port: String(port) }).href,
    cut: (afterMessages = 0) => {
      left = afterMessages
      if (afterMessages === 0) cutNow()
    },
    silence: () => {
      isSilent = true
    },
    restore: () => {
      isSilent = false
      left = Number.POSITIVE_INFINITY
    },
    leadTo: (address) => {
      target = new URL(address)
    },
    close: async () => {
      cutNow()
      server.close()
      await once(server, 'close')
    },
  }
}
