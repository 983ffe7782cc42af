import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { externalSystemCalls as calls, externalCallCalls, settingCalls } from '@millrace/contract'
import { createTestApp } from '@millrace/server/testing'
import { afterAll, expect, it } from 'vitest'
import { listSetUp } from '../../operations/packages/set-up.ts'
import { readAllowedAddresses } from '../../platform/outgoing/addresses.ts'
import { createOutgoingClient } from '../../platform/outgoing/http-client.ts'

const asked: string[] = []
const server = http.createServer(({ url, headers }, response) => {
  asked.push(`${url} ${headers.authorization}`)
  response.writeHead(200, { 'content-type': 'application/json' }).end('[{"name":"Porto"}]')
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => server.close())
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const allowed = readAllowedAddresses('127.0.0.1')
if (allowed === null) throw new Error('Expected an address.')
const { signIn, runtime } = await createTestApp({ outgoing: createOutgoingClient({ allowed }) })
const integrator = await signIn({ roles: ['RoleIntegration'] })
const admin = await signIn({ roles: ['RoleAdmin'] })

const rest = (path: string) => ({ kind: 'rest', baseUrl: `${origin}/${path}`, signIn: 'bearer' }) as const
const system = (await integrator.call(calls.create, { body: { name: 'Shop' } })).body
const params = { id: system.id }
const connect = (
  name: string,
  secret: string,
  standsFor?: { id: string; environment: string },
  settings: object = rest(name),
) =>
  integrator.call(calls.createConnection, {
    params,
    body: { name, secret, settings: settings as never, ...(standsFor && { standsFor }) },
  })
const base = (await connect('real', 'the real token')).body
const api = (await integrator.call(calls.createApi, { params, body: { name: 'Towns', connectionId: base.id } })).body
const adapter = (
  await integrator.call(calls.createAdapter, {
    params: { id: api.id },
    body: { name: 'Towns', key: 'towns', settings: { kind: 'rest', columns: [{ key: 'name', path: 'name' }] } },
  })
).body

async function setEnvironment(value: string) {
  const { settings } = (await admin.call(settingCalls.list)).body
  const revision = settings.find(({ key }) => key === 'environment.name')?.revision ?? 0
  return admin.call(settingCalls.change, { body: { changes: [{ key: 'environment.name', value, revision }] } })
}

async function run(environment?: string) {
  asked.length = 0
  const { status, body } = await integrator.call(calls.tryAdapter, {
    params: { id: adapter.id },
    body: { ...(environment !== undefined && { environment }) },
  })
  return [status, asked[0] ?? ('fault' in body ? body.fault : (body as { code: string }).code)]
}

it('values of an environment replace those of a connection there, with a secret of their own', async () => {
  const real = '/real Bearer the real token'
  const test = '/test Bearer the test token'
  const stand = (await connect('test', 'the test token', { id: base.id, environment: 'Test' })).body
  expect(stand).toMatchObject({ standsFor: { id: base.id, name: 'real', environment: 'Test' }, hasSecret: true })
  expect(await run()).toEqual([200, real])
  expect(await run('test')).toEqual([200, test])
  expect((await setEnvironment('test')).status).toBe(200)
  expect(await run()).toEqual([200, test])
  expect(await run('')).toEqual([200, real])
  expect(await run('production')).toEqual([422, 'external.invalid'])
  const seen = (await integrator.call(calls.getConnection, { params: { id: base.id } })).body
  expect(seen).toMatchObject({ environment: 'test', environments: [{ id: stand.id, environment: 'Test' }] })
  expect((await integrator.call(calls.getAdapter, { params: { id: adapter.id } })).body.environments).toEqual(['Test'])
  // Without its values, nothing of the environment reaches the real system.
  await integrator.call(calls.disableConnection, { params: { id: stand.id }, query: { deletedReason: 'Moved' } })
  expect(await run()).toEqual([409, 'thing.disabled'])
  await integrator.call(calls.restoreConnection, { params: { id: stand.id } })
  await setEnvironment('production')
  expect(await run()).toEqual([200, real])
})

it('a call is sent again in its environment, and never to the real system instead', async () => {
  const stand = (await integrator.call(calls.getConnection, { params: { id: base.id } })).body.environments[0]
  await run('test')
  await runtime.lookUps.flushLog()
  const [call] = (await integrator.call(externalCallCalls.list, { query: {} })).body.items
  const params = { id: call?.id ?? '' }
  asked.length = 0
  expect((await integrator.call(externalCallCalls.replay, { params })).body.fault).toBeNull()
  expect(asked).toEqual(['/test Bearer the test token'])
  const part = { id: stand?.id ?? '' }
  await integrator.call(calls.disableConnection, { params: part, query: { deletedReason: 'Moved' } })
  expect((await integrator.call(externalCallCalls.replay, { params })).error.code).toBe('thing.disabled')
  await integrator.call(calls.restoreConnection, { params: part })
  expect(asked).toHaveLength(1)
})

it('values fit the connection that they stand for', async () => {
  const { body: other } = await integrator.call(calls.create, { body: { name: 'Other' } })
  const { body: foreign } = await integrator.call(calls.createConnection, {
    params: { id: other.id },
    body: { name: 'foreign', settings: rest('foreign'), secret: 'x' },
  })
  const stand = (await connect('production', 'y', { id: base.id, environment: 'production' })).body
  const database = { kind: 'database', host: 'db', database: 'a', username: 'a' }
  const code = async (answer: Promise<{ body: unknown }>) => ((await answer).body as { code?: string }).code
  expect(await code(connect('a', 'x', { id: base.id, environment: 'PRODUCTION' }))).toBe('external.environment-taken')
  expect(await code(connect('b', 'x', { id: stand.id, environment: 'a' }))).toBe('external.invalid')
  expect(await code(connect('c', 'x', { id: foreign.id, environment: 'a' }))).toBe('external.invalid')
  expect(await code(connect('d', 'x', { id: base.id, environment: 'a' }, database))).toBe('external.invalid')
  expect(await code(connect('e', 'x', { id: base.id, environment: '<b>' }))).toBe('request.invalid')
  expect(
    await code(integrator.call(calls.createApi, { params, body: { name: 'By test', connectionId: stand.id } })),
  ).toBe('external.invalid')
})

it('a connection without values for the environment is a step after an import', () => {
  const item = {
    kind: 'connection' as const,
    key: 'Shop/Orders',
    name: 'Orders',
    content: { settings: { kind: 'rest', baseUrl: 'https://orders.example', signIn: 'none' } },
  }
  const planned = [{ item, existing: null, result: 'create' }] as never
  const missing = { users: [], groups: [], items: [] }
  const messages = (name: string, ...connections: string[]) =>
    listSetUp(planned, missing, { name, connections: new Set(connections), properties: new Set() }).map(
      ({ message }) => message,
    )
  expect(messages('')).toEqual([])
  expect(messages('test', 'shop/orders')).toEqual([])
  expect(messages('test')).toEqual([expect.stringContaining('Add the values for the environment “test”')])
})
