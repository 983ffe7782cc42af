import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { externalSystemCalls } from '@millrace/contract'
import {
  type CuttableProxy,
  createApiToken,
  createTestApp,
  createUser,
  openCuttableProxy,
} from '@millrace/server/testing'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { readConfig } from '../../platform/config.ts'
import { readAllowedAddresses } from '../../platform/outgoing/addresses.ts'
import { createOutgoingClient } from '../../platform/outgoing/http-client.ts'
import { findAdapter } from '../../runtime/look-ups/adapter.ts'
import { startServer } from '../../start-server.ts'

const shop = http.createServer((_, response) => response.end('[{"code":"LIS"}]'))
shop.listen(0, '127.0.0.1')
await once(shop, 'listening')
afterAll(() => {
  shop.closeAllConnections()
  shop.close()
})
const baseUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`

let way: CuttableProxy | undefined
const allowed = readAllowedAddresses('127.0.0.1')
if (allowed === null) throw new Error('Expected an address.')
const { db, admin, connectionString, runtime, workplaceId, signIn } = await createTestApp({
  outgoing: createOutgoingClient({ allowed }),
  connectBy: async (address) => {
    way = await openCuttableProxy(address)
    return way.connectionString
  },
})
afterAll(() => way?.close())

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
beforeEach(() => admin.query('delete from external_call'))

it('is written once the database is there again, each call once', async () => {
  const adapter = await db.read({ workplaceId }, (tx) => findAdapter(tx, workplaceId, { id: made.id }))
  if (adapter === null) throw new Error('Expected an adapter.')
  const call = () =>
    runtime.lookUps.call(adapter, { parameters: {}, secrets: [], origin: 'process', idempotencyKey: null })
  await call()
  way?.cut()
  await runtime.lookUps.flushLog()
  await call()
  await runtime.lookUps.flushLog()
  expect(await countCalls()).toBe(0)
  way?.restore()
  await expect.poll(countCalls).toBe(2)
  await runtime.lookUps.flushLog()
  expect(await countCalls()).toBe(2)
})

it('is written by a server that is stopped right after a call', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-kept-calls-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const user = await createUser(db, { workplaceId, roles: ['RoleIntegration'] })
  const authorization = `Bearer ${await createApiToken(db, user)}`
  const config = readConfig({
    ...{ DATABASE_URL: connectionString, MILLRACE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1', MILLRACE_DATA: folder },
    ...{ MILLRACE_SECRET: 'x'.repeat(40), PORT: '0', LOG_LEVEL: 'fatal' },
  })
  const server = await startServer({ config, onAdministrator: () => {} })
  const answer = await fetch(`${server.url}/api${externalSystemCalls.tryAdapter.path.replace('{id}', made.id)}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ parameters: {} }),
  })
  expect(await answer.json()).toMatchObject({ fault: null })
  await server.stop()
  expect(await countCalls()).toBe(1)
})
