import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { externalSystemCalls } from '@millrace/contract'
import { createTestApp, createTestDatabase } from '@millrace/server/testing'
import { afterAll, expect, it } from 'vitest'
import { moveWorkplace } from './operations/workplaces/move-workplace.ts'
import type { Homes } from './operations/workplaces/workplace-home.ts'
import { createPropertySeal } from './platform/auth/property-seal.ts'
import { identify } from './platform/db/cells/identify.ts'
import { routeByWorkplace } from './platform/db/cells/route-by-workplace.ts'
import { openDatabase } from './platform/db/database.ts'
import { readAllowedAddresses } from './platform/outgoing/addresses.ts'
import { createOutgoingClient } from './platform/outgoing/http-client.ts'
import { findAdapter } from './runtime/look-ups/adapter.ts'
import { createCallLog } from './runtime/look-ups/log/call-log.ts'
import { createIdSource } from './runtime/new-id.ts'
import type { Runtime } from './runtime/runtime.ts'
import { createCellWork } from './start-work.ts'

const shop = http.createServer((_, response) => response.end('[{"code":"LIS"}]'))
shop.listen(0, '127.0.0.1')
await once(shop, 'listening')
afterAll(() => {
  shop.closeAllConnections()
  shop.close()
})
const baseUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`

const allowed = readAllowedAddresses('127.0.0.1')
if (allowed === null) throw new Error('Expected an address.')
const { admin, connectionString, options, workplaceId, signIn } = await createTestApp({
  outgoing: createOutgoingClient({ allowed }),
})
const north = await createTestDatabase()
await north.admin.query('delete from workplace')
const first = openDatabase({ connectionString, refusesMoved: true })
const cell = openDatabase({ connectionString: north.connectionString, refusesMoved: true })
afterAll(() => Promise.all([first.close(), cell.close()]))
const installation = await identify(first, { installation: null, name: null })
await identify(cell, { installation, name: 'north' })
const opened = { name: 'north', db: cell, isOpen: true, close: async () => {} }
const cells: Homes['cells'] = [{ ...opened, whenOpen: (callback) => callback(cell) }]
const homes: Homes = { db: first, cells }
const all = routeByWorkplace({ first, cells })
const move = async (to: string | null) => {
  const by = { kind: 'platform', cause: 'command workplace move default' } as const
  const what = { reference: 'default', to, version: '1.2.3', settleMs: 0 }
  expect(await moveWorkplace(homes, by, what)).toMatchObject({ kind: 'moved' })
  all.forgetHomes()
}

const integrator = await signIn({ roles: ['RoleIntegration'] })
const system = (await integrator.call(externalSystemCalls.create, { body: { name: 'Shop' } })).body
const { body: connection } = await integrator.call(externalSystemCalls.createConnection, {
  params: { id: system.id },
  body: { name: 'REST', settings: { kind: 'rest', baseUrl, signIn: 'none' } },
})
const { body: api } = await integrator.call(externalSystemCalls.createApi, {
  params: { id: system.id },
  body: { name: 'REST', connectionId: connection.id },
})
const columns = [{ key: 'code', path: 'code' }]
const { body: made } = await integrator.call(externalSystemCalls.createAdapter, {
  params: { id: api.id },
  body: {
    name: 'Places',
    key: 'places',
    settings: { kind: 'rest', method: 'GET', path: '/', columns, body: '', cacheSeconds: 0 },
  },
})
const countCalls = async () => (await admin.query('select count(*)::int from external_call')).rows[0].count

it('is written where the workplace lives by now, by the worker of the database that it has left', async () => {
  await move('north')
  let own: Runtime | undefined
  const start = createCellWork({
    options: { ...options, db: all },
    ...{ s3: null, warn: () => {} },
    work: (runtime) => {
      own = runtime
      return { stop: async () => {} }
    },
  })
  const worker = await start(cell)
  const adapter = await cell.read({ workplaceId }, (tx) => findAdapter(tx, workplaceId, { id: made.id }))
  if (adapter === null) throw new Error('Expected an adapter.')
  // While its call runs.
  await move(null)
  await own?.lookUps.call(adapter, { parameters: {}, secrets: [], origin: 'process', idempotencyKey: null })
  // It writes what it has kept at its end.
  await worker.stop()
  expect(await countCalls()).toBe(1)
})

it.each([
  [0, 0],
  [60_000, 1],
])('is tried again for %i milliseconds while its workplace is away', async (keptMs, count) => {
  await move('north')
  await admin.query('delete from external_call')
  await north.admin.query('delete from external_call')
  const seal = createPropertySeal('the secret of a test, long enough for one')
  const log = createCallLog({ db: first, seal, newId: createIdSource(() => Date.now()), keptMs })
  log.add({
    workplaceId,
    connectionId: connection.id,
    adapterId: made.id,
    at: new Date(),
    ms: 1,
    origin: 'process',
    outcome: 'answered',
    status: 200,
    fault: null,
    request: 'GET /',
    answer: '[]',
    given: { parameters: {}, secrets: [] },
    idempotencyKey: null,
    replay: null,
  })
  await log.flush()
  await move(null)
  await log.flush()
  expect(await countCalls()).toBe(count)
})
