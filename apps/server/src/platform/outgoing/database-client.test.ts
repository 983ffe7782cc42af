import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { readAllowedAddresses } from './addresses.ts'
import { createDatabaseClient } from './database-client.ts'
import { mysql } from './databases/mysql.ts'

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
const place = { host: '127.0.0.1', port, database: 'd', username: 'u', password: 'p', tls: 'off' } as const

it.each(['postgresql', 'mysql', 'sqlserver', 'oracle'] as const)(
  'leaves no connection to a %s that never answers',
  async (vendor) => {
    const question = { statement: 'select 1', values: [], changes: false, rowLimit: 1, timeoutMs: 500 }
    await expect(client.ask({ ...place, vendor }, question)).rejects.toThrow(
      'Expected 127.0.0.1 to answer within 500 ms',
    )
    await expect.poll(() => sockets.size, { timeout: 3_000 }).toBe(0)
  },
)

it('opens no connection to a mysql when the time is over before its driver is loaded', async () => {
  let connections = 0
  const count = () => connections++
  server.on('connection', count)
  const answer = mysql.open({ ...place, vendor: 'mysql' }, { address: '127.0.0.1', signal: AbortSignal.abort() })
  await expect(Promise.race([answer, once(server, 'connection').then(() => 'connected')])).rejects.toThrow('aborted')
  expect(connections).toBe(0)
})
