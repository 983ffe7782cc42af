import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { readAllowedAddresses } from './addresses.ts'
import { createDatabaseClient } from './database-client.ts'

/** Takes connections, and says nothing. */
const sockets = new Set<Socket>()
const server = createServer((socket) => {
  sockets.add(socket)
  socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  socket.resume()
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  server.close()
})

const allowed = readAllowedAddresses('127.0.0.1')
if (allowed === null) throw new Error('Expected an address.')
const client = createDatabaseClient({ allowed })

it.each(['postgresql', 'mysql'] as const)('leaves no connection to a %s that never answers', async (vendor) => {
  const place = { vendor, host: '127.0.0.1', port, database: 'd', username: 'u', password: 'p', tls: 'off' } as const
  const question = { statement: 'select 1', values: [], changes: false, rowLimit: 1, timeoutMs: 500 }
  await expect(client.ask(place, question)).rejects.toThrow('Expected 127.0.0.1 to answer within 500 ms')
  await expect.poll(() => sockets.size, { timeout: 3_000 }).toBe(0)
})
