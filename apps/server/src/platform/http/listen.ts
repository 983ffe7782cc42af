import { once } from 'node:events'
import { type AddressInfo, createServer, type ListenOptions, type Server } from 'node:net'
import type { FastifyInstance, FastifyListenOptions } from 'fastify'

export interface Listening {
  /** The address of the server, with its actual port. */
  readonly url: string
  /** Stops accepting connections, and waits until existing ones have ended. Used with `app.close`. */
  close(): Promise<void>
}

/** The number of sockets that accept connections at one port. */
const sockets = 32

/**
 * Listens on a port with many sockets where the system supports it (SO_REUSEPORT). Node accepts one connection of each
 * socket for each turn of its loop; with a single socket, a connection behind hundreds of others waits for as many
 * turns.
 *
 * @throws the error of the system, such as EADDRINUSE, also when another program shares the port.
 */
export async function listen(
  app: FastifyInstance,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Listening> {
  const isShared = await canShare(host, port)
  const options: FastifyListenOptions & ListenOptions = { host, port, reusePort: isShared }
  const url = await app.listen(options)
  const { address, port: actual } = app.server.address() as AddressInfo
  const open = () => openAnother(app, { host: address, port: actual, reusePort: true })
  const opened = await Promise.allSettled(isShared ? Array.from({ length: sockets - 1 }, open) : [])
  // Those that could not be opened are missed by nobody.
  const servers = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  return {
    url,
    close: async () => {
      await Promise.all(servers.map(close))
    },
  }
}

/** Returns whether the system shares ports, and nobody else has this one. */
async function canShare(host: string, port: number): Promise<boolean> {
  try {
    await close(await open(createServer(), { host, port }))
    await close(await open(createServer(), { host, port: 0, reusePort: true }))
    return true
  } catch {
    return false
  }
}

/** Opens another socket with the settings of Node's HTTP server. */
function openAnother(app: FastifyInstance, options: ListenOptions): Promise<Server> {
  const server = createServer({ allowHalfOpen: true, noDelay: true })
  server.on('connection', (socket) => void app.server.emit('connection', socket))
  return open(server, options)
}

async function open(server: Server, options: ListenOptions): Promise<Server> {
  server.listen(options)
  await once(server, 'listening')
  return server
}

/** Closing what is closed changes nothing. */
function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}
