import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BodyOf, externalCallCalls as calls, externalCallLimits, externalSystemCalls } from '@millrace/contract'
import { createTestApp, createWorkplace } from '@millrace/server/testing'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { readAllowedAddresses } from '../../platform/outgoing/addresses.ts'
import { createDatabaseClient } from '../../platform/outgoing/database-client.ts'
import { createOutgoingClient } from '../../platform/outgoing/http-client.ts'
import { findAdapter } from '../../runtime/look-ups/adapter.ts'
import { clearCalls, clearOldCalls } from '../../runtime/look-ups/log/clear-calls.ts'

const secret = 'hush/hush-9+'
let seen: { headers: http.IncomingHttpHeaders; body: string }[] = []
const server = http.createServer(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  seen.push({ headers: request.headers, body: Buffer.concat(parts).toString() })
  if (request.url?.startsWith('/cut')) return response.destroy()
  const status = request.url?.startsWith('/bad') ? 422 : 200
  const echoed = `${secret} ${encodeURIComponent(secret)} ${Buffer.from(secret).toString('base64')}`
  response.writeHead(status).end(JSON.stringify([{ code: 'LIS', echoed, long: 'x'.repeat(10_000) }]))
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const allowed = readAllowedAddresses('127.0.0.1')
if (allowed === null) throw new Error('Expected an address.')
const app = await createTestApp({
  outgoing: createOutgoingClient({ allowed }),
  databases: createDatabaseClient({ allowed }),
})
const { db, admin, clock, connectionString, runtime, workplaceId, signIn, signInAs } = app
const { lookUps } = runtime
let integrator = await signIn({ roles: ['RoleIntegration'] })
const system = (await integrator.call(externalSystemCalls.create, { body: { name: 'Shop' } })).body
type Settings = BodyOf<typeof externalSystemCalls.createConnection>['settings']
type Adapter = BodyOf<typeof externalSystemCalls.createAdapter>['settings']
async function offer(name: string, settings: Settings, word: string) {
  const params = { id: system.id }
  const body = { name, settings, secret: word }
  const { id } = (await integrator.call(externalSystemCalls.createConnection, { params, body })).body
  const of = { name, connectionId: id }
  const api = (await integrator.call(externalSystemCalls.createApi, { params, body: of })).body
  const adapt = async (key: string, settings: Adapter) => {
    const made = { name: key, key, settings }
    return (await integrator.call(externalSystemCalls.createAdapter, { params: { id: api.id }, body: made })).body.id
  }
  return { id, adapt }
}
const rest = await offer('REST', { kind: 'rest', baseUrl: `http://127.0.0.1:${port}`, signIn: 'bearer' }, secret)
const columns = [{ key: 'code', path: 'code' }]
const shared = { kind: 'rest', method: 'POST', columns, body: '{"note":"{note}"}', cacheSeconds: 0 } as const
const fine = await rest.adapt('fine', { ...shared, path: '/fine' })
const bad = await rest.adapt('bad', { ...shared, path: '/bad/{note}' })
const cut = await rest.adapt('cut', { ...shared, path: '/cut' })
const database = new URL(connectionString)
const sql = await offer(
  'Database',
  {
    kind: 'database',
    host: database.hostname,
    port: Number(database.port),
    database: database.pathname.slice(1),
    username: decodeURIComponent(database.username),
    tls: 'off',
  },
  decodeURIComponent(database.password),
)
const select = await sql.adapt('select', { kind: 'sql', statement: 'select :a as a' })

const send = async (id: string, parameters: Record<string, string>, secrets: readonly string[] = []) => {
  const adapter = await db.read({ workplaceId }, (tx) => findAdapter(tx, workplaceId, { id }))
  if (adapter === null) throw new Error('Expected an adapter.')
  await lookUps.call(adapter, { parameters, idempotencyKey: 'key-1', secrets, origin: 'process' }).catch(() => {})
  await lookUps.flushLog()
}
const list = async (query: object = {}) => {
  const listed = await integrator.call(calls.list, { query })
  expect(listed.status).toBe(200)
  return listed.body.items
}
const get = async (id = '') => (await integrator.call(calls.get, { params: { id } })).body

beforeEach(async () => {
  seen = []
  integrator = await signInAs(integrator.user)
  await admin.query('delete from external_call')
})

describe('the log of calls', () => {
  it('has requests and answers of calls, and no secret in any form', async () => {
    await send(fine, { note: 'hello' })
    await send(bad, { note: 'a b' })
    await send(cut, { note: 'x' })
    await send(select, { a: "O'Hara" })
    const items = await list({ sort: 'at' })
    expect(items).toMatchObject([
      { adapter: 'fine', connection: 'REST', system: 'Shop', origin: 'process', outcome: 'answered', status: 200 },
      { adapter: 'bad', outcome: 'refused', status: 422, fault: expect.stringContaining('status 422') },
      { adapter: 'cut', outcome: 'unknown', status: null, answerBytes: null },
      { adapter: 'select', connection: 'Database', outcome: 'answered' },
    ])
    const [first, second, , fourth] = await Promise.all(items.map(({ id }) => get(id)))
    expect(first?.request).toContain(`POST /fine\nhost: 127.0.0.1:${port}\n`)
    expect(first?.request).toContain('\n\n{"note":"hello"}')
    expect(first).toMatchObject({ idempotencyKey: 'key-1', canReplay: true, isRepeatable: false, adapterId: fine })
    expect(first?.answer).toContain('•••')
    expect(first?.answer).toHaveLength(externalCallLimits.text + 1)
    expect(items[0]?.answerBytes).toBeGreaterThan(10_000)
    expect(second?.request).toContain('POST /bad/a%20b\n')
    expect(fourth).toMatchObject({ request: `select $1 as a\n\n$1 a = "O'Hara"`, answer: `{"a":"O'Hara"}` })
    const stored = await admin.query("select replace(row_to_json(c)::text, '\\/', '/') as text from external_call c")
    const forms = [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64'), 'authorization']
    for (const { text } of stored.rows) for (const form of forms) expect(text).not.toContain(form)
    expect(JSON.stringify(stored.rows)).not.toContain(Buffer.from('hello').toString('hex'))
  })

  it('leaves out the header of the sign-in, however short its secret is', async () => {
    const settings = { kind: 'rest', baseUrl: `http://127.0.0.1:${port}`, signIn: 'header', header: 'X-Key' } as const
    const { adapt } = await offer('Header', settings, 'a7')
    await send(await adapt('short', { ...shared, path: '/short' }), { note: 'x' })
    expect(seen[0]?.headers['x-key']).toBe('a7')
    expect((await get((await list())[0]?.id)).request.toLowerCase()).not.toContain('x-key')
  })

  it('is searched and filtered, and says how a connection works', async () => {
    await send(fine, { note: 'needle' })
    await send(bad, { note: 'x' })
    expect((await list({ q: 'needle' })).map(({ adapter }) => adapter)).toEqual(['fine'])
    expect((await list({ outcome: 'refused,failed' })).map(({ adapter }) => adapter)).toEqual(['bad'])
    expect(await list({ connection: 'Database' })).toEqual([])
    expect(await list({ adapter: 'bad', origin: 'process' })).toHaveLength(1)
    const health = (await integrator.call(calls.health, { params: { id: rest.id } })).body
    expect(health).toMatchObject({ calls: 2, failures: 1 })
    expect(health.hours).toHaveLength(24)
    expect(health.hours.at(-1)).toMatchObject({ calls: 2, failures: 1 })
    const empty = (await integrator.call(calls.health, { params: { id: sql.id } })).body
    expect(empty).toMatchObject({ calls: 0, medianMs: null, lastAt: null })
  })

  it('has trials of adapters, and no answers of the cache', async () => {
    await integrator.call(externalSystemCalls.tryAdapter, { params: { id: select }, body: { parameters: { a: '1' } } })
    await lookUps.flushLog()
    expect(await list()).toMatchObject([{ origin: 'trial', adapter: 'select' }])
  })

  it('is bounded for each connection, and in time', async () => {
    for (const note of ['1', '2', '3']) await send(fine, { note })
    await admin.query(
      `insert into external_call select workplace_id, gen_random_uuid(), connection_id, adapter_id, at - n * interval '1 second', ms, origin, outcome,
        status, fault, request, request_bytes, answer, answer_bytes, given_sealed, idempotency_key, replay_of, replayed_by
        from (select * from external_call limit 1) c, generate_series(1, $1::int) n`,
      [externalCallLimits.ofConnection + 10],
    )
    await clearCalls(db, { workplaceId, connectionId: rest.id })
    const count = async () => Number((await admin.query('select count(*) from external_call')).rows[0].count)
    expect(await count()).toBe(externalCallLimits.ofConnection)
    expect((await list({ size: 50 })).map(({ at }) => at).filter((at) => at === clock().toISOString())).toHaveLength(3)
    clock.advance({ days: externalCallLimits.days + 1 })
    await clearOldCalls(runtime, workplaceId)
    expect(await count()).toBe(0)
  })
})

describe('a replay', () => {
  it('sends the same values with the same key, and is a call of its own', async () => {
    await send(fine, { note: 'twice' })
    const [first] = await list()
    const replayed = await integrator.call(calls.replay, { params: { id: first?.id ?? '' } })
    expect(replayed).toMatchObject({ status: 200, body: { fault: null } })
    expect(seen.map(({ body, headers }) => [body, headers['idempotency-key']])).toEqual([
      ['{"note":"twice"}', 'key-1'],
      ['{"note":"twice"}', 'key-1'],
    ])
    const again = (await list()).find(({ origin }) => origin === 'replay')
    expect(await get(again?.id)).toMatchObject({
      replayOf: first?.id,
      replayedBy: { username: integrator.user.username },
      idempotencyKey: 'key-1',
    })
  })

  it('shows no secret of the process that the call has come from', async () => {
    const ofProcess = 'global-secret-1'
    await send(fine, { note: `token ${ofProcess}` }, [ofProcess])
    await integrator.call(calls.replay, { params: { id: (await list())[0]?.id ?? '' } })
    await lookUps.flushLog()
    expect(seen.map(({ body }) => body)).toEqual(Array(2).fill(`{"note":"token ${ofProcess}"}`))
    const stored = await admin.query('select row_to_json(c)::text as text from external_call c')
    expect(stored.rows).toHaveLength(2)
    for (const { text } of stored.rows) {
      expect(text).toContain('token •••')
      expect(text).not.toContain(ofProcess)
    }
  })

  it('says what the service refuses, and sends nothing by what is disabled or gone', async () => {
    await send(bad, { note: 'x' })
    const id = (await list())[0]?.id ?? ''
    expect((await integrator.call(calls.replay, { params: { id } })).body.fault).toContain('status 422')
    const query = { deletedReason: 'Not needed any more' }
    await integrator.call(externalSystemCalls.disableAdapter, { params: { id: bad }, query })
    seen = []
    expect((await integrator.call(calls.replay, { params: { id } })).error.code).toBe('thing.disabled')
    await integrator.call(externalSystemCalls.restoreAdapter, { params: { id: bad } })
    await admin.query('update external_call set given_sealed = null')
    expect((await integrator.call(calls.replay, { params: { id } })).error.code).toBe('external.invalid')
    expect(seen).toEqual([])
  })

  it('and the log are for integrators of the workplace alone', async () => {
    await send(fine, { note: 'x' })
    const id = (await list())[0]?.id ?? ''
    expect((await app.anonymous().call(calls.replay, { params: { id } })).status).toBe(401)
    const user = await signIn({ roles: ['RoleUser', 'RoleProcessAdmin', 'RoleDesign'] })
    for (const status of [
      (await user.call(calls.list, { query: {} })).status,
      (await user.call(calls.get, { params: { id } })).status,
      (await user.call(calls.replay, { params: { id } })).status,
      (await user.call(calls.health, { params: { id: rest.id } })).status,
    ])
      expect(status).toBe(403)
    const other = await signIn({ workplaceId: await createWorkplace(db), roles: ['RoleIntegration'] })
    expect((await other.call(calls.list, { query: {} })).body.items).toEqual([])
    for (const status of [
      (await other.call(calls.get, { params: { id } })).status,
      (await other.call(calls.replay, { params: { id } })).status,
      (await other.call(calls.health, { params: { id: rest.id } })).status,
      (await integrator.call(calls.get, { params: { id: 'none' } })).status,
    ])
      expect(status).toBe(404)
    expect(seen).toHaveLength(1)
  })
})
