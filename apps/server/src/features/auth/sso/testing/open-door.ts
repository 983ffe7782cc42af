import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The address of a server that is not there yet. */
export interface Door {
  readonly publicUrl: string
  /** @param address of the server, which has found a port of its own. */
  leadTo(address: string): void
  close(): Promise<void>
}

/**
 * Opens an address of this machine at once: the provider and the server have to know of each other before either is there,
 * and a port that is only looked for could be another program's by the time it is listened at.
 */
export async function openDoor(): Promise<Door> {
  let target: URL | null = null
  const sockets = new Set<Socket>()
  const server = createServer((incoming) => {
    if (target === null) return void incoming.destroy()
    const outgoing = connect(Number(target.port), target.hostname)
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        for (const other of [incoming, outgoing]) other.destroy()
      })
    }
    incoming.pipe(outgoing).pipe(incoming)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    publicUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo: (address) => {
      target = new URL(address)
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
