import { once } from 'node:events'
import { connect, createServer } from 'node:net'

/** Returns a port of this machine that nothing uses. */
export async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('Expected a port.')
  return address.port
}

/**
 * Waits until a server of a test accepts connections.
 *
 * @param given.exitCode of its process; null as long as it runs.
 */
export async function waitForPort(
  port: number,
  { name, exitCode }: { readonly name: string; readonly exitCode: () => number | null },
): Promise<void> {
  const until = Date.now() + 120_000
  while (Date.now() < until) {
    if (exitCode() !== null) throw new Error(`Expected ${name} to start, but it ended.`)
    const isThere = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true))
      socket.on('error', () => resolve(false))
      socket.on('connect', () => socket.destroy())
    })
    if (isThere) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`Expected ${name} to be ready within two minutes.`)
}
