import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy with a constant address for a changing target. */
export interface Forwarder {
  /** From now on; earlier connections stay where they lead to. */
  leadTo(url: string): void
  /** Returns the address that leads through this forwarder. */
  addressOf(url: string): string
  close(): void
}

export async function openForwarder(): Promise<Forwarder> {
  let target: { readonly host: string; readonly port: number } | null = null
  const open = new Set<Socket>()
  const server = createServer((near) => {
    if (target === null) {
      near.destroy()
      return
    }
    const far = connect(target)
    const end = () => {
      near.destroy()
      far.destroy()
      open.delete(near)
    }
    open.add(near)
    for (const socket of [near, far]) socket.on('error', end).on('close', end).setNoDelay(true)
    near.pipe(far).pipe(near)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    leadTo: (url) => {
      const { hostname, port: to } = new URL(url)
      target = { host: hostname, port: Number(to) }
    },
    addressOf: (url) => {
      const address = new URL(url)
      address.port = String(port)
      return address.href
    },
    close: () => {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
