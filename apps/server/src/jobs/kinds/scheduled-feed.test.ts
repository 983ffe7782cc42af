import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BodyOf, dataListFeedCalls as calls, dataListCalls, externalSystemCalls } from '@millrace/contract'
import { createTestApp } from '@millrace/server/testing'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { readAllowedAddresses } from '../../platform/outgoing/addresses.ts'
import { createOutgoingClient } from '../../platform/outgoing/http-client.ts'
import { runClaimedJob } from '../run-job.ts'
import { claimAll } from '../testing/claim-all.ts'
import type { Services } from '../work/services.ts'

let cities: { code: string; name: string }[] = []
let status = 200
/** Happens while a run waits for the answer. */
let meanwhile = async (): Promise<unknown> => null
/** Two cities a page. */
const server = http.createServer(async (request, response) => {
  await meanwhile()
  const url = new URL(request.url ?? '', 'http://localhost')
  const page = Number(url.searchParams.get('page') ?? 1)
  response.writeHead(status).end(JSON.stringify({ items: cities.slice((page - 1) * 2, page * 2) }))
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
const { db, admin, clock, runtime, signIn, signInAs } = await createTestApp({
  outgoing: createOutgoingClient({ allowed }),
})
const first = await signIn({ roles: ['RoleDesign', 'RoleIntegration'] })
let keeper = first

const params = { id: (await keeper.call(externalSystemCalls.create, { body: { name: 'Places' } })).body.id }
const connection = await keeper.call(externalSystemCalls.createConnection, {
  params,
  body: { name: 'REST', settings: { kind: 'rest', baseUrl: `http://127.0.0.1:${port}` } },
})
const ofApi = await keeper.call(externalSystemCalls.createApi, {
  params,
  body: { name: 'Cities', connectionId: connection.body.id },
})
type Adapter = BodyOf<typeof externalSystemCalls.createAdapter>['settings']
const columns = [
  { key: 'code', path: 'code' },
  { key: 'name', path: 'name' },
]
const adapt = (key: string, settings: Partial<Extract<Adapter, { kind: 'rest' }>> = {}) =>
  keeper.call(externalSystemCalls.createAdapter, {
    params: { id: ofApi.body.id },
    body: {
      ...{ name: key, key },
      settings: {
        ...{ kind: 'rest', path: '/cities', rows: 'items', columns },
        paging: { kind: 'page', parameter: 'page', size: 2 },
        ...settings,
      },
    },
  })
await adapt('cities')
await adapt('needs', { path: '/cities/{code}' })

let count = 0
async function createList(more: object = {}) {
  const name = `L${++count}`
  const made = await keeper.call(dataListCalls.create, {
    body: {
      ...{ name, key: name },
      columns: [
        { key: 'code', name: 'Code', type: 'text', isKey: true },
        { key: 'name', name: 'Name', type: 'text' },
      ],
      ...more,
    },
  })
  return made.body.id
}
const save = (id: string, body: object = {}) =>
  keeper.call(calls.save, { params: { id }, body: { adapter: 'cities', mode: 'replace', ...body } })
const run = async (id: string, body: object = {}) => (await keeper.call(calls.run, { params: { id }, body })).body
const rows = async (id: string) =>
  (await keeper.call(dataListCalls.rows, { params: { id }, query: {} })).body.items.map(({ cells }) => cells.join(' '))
const work = async () => {
  for (const job of (await claimAll(db, clock())).filter(({ kind }) => kind === 'listener'))
    await runClaimedJob({ runtime, services: {} as Services }, job)
  keeper = await signInAs(first.user)
}

beforeEach(async () => {
  keeper = await signInAs(first.user)
  status = 200
  meanwhile = async () => null
  cities = ['LIS Lisbon', 'OPO Porto', 'FAO Faro', 'FNC Funchal', 'PDL Ponta'].map((text) => {
    const [code = '', name = ''] = text.split(' ')
    return { code, name }
  })
  await admin.query('delete from job')
})

it('rows of all pages are written, and only what changed makes a version', async () => {
  const id = await createList()
  expect((await save(id)).body.feed).toMatchObject({ adapter: 'cities', mode: 'replace', thresholdPercent: 20 })
  expect(await run(id, { isPreview: true })).toMatchObject({ outcome: 'previewed', rows: 5, added: 5, removed: 0 })
  expect(await rows(id)).toEqual([])
  expect(await run(id)).toMatchObject({ outcome: 'changed', added: 5, startedBy: { username: keeper.user.username } })
  expect(await rows(id)).toEqual(['LIS Lisbon', 'OPO Porto', 'FAO Faro', 'FNC Funchal', 'PDL Ponta'])
  const { version } = (await keeper.call(dataListCalls.get, { params: { id } })).body
  expect(await run(id)).toMatchObject({ outcome: 'unchanged', rows: 5, added: 0, changed: 0, removed: 0 })
  expect((await keeper.call(dataListCalls.get, { params: { id } })).body.version).toBe(version)
  cities[0] = { code: 'LIS', name: 'Lisboa "cap", one' }
  expect(await run(id)).toMatchObject({ outcome: 'changed', changed: 1, added: 0 })
  expect((await rows(id))[0]).toBe('LIS Lisboa "cap", one')
})

it('an answer that shrank is held until somebody confirms it', async () => {
  const id = await createList()
  await save(id)
  await run(id)
  cities = cities.slice(0, 3)
  expect(await run(id)).toMatchObject({
    outcome: 'held',
    removed: 2,
    message: expect.stringContaining('2 of 5 would be. Nothing was changed.'),
  })
  cities = []
  expect(await run(id)).toMatchObject({ outcome: 'held', removed: 5 })
  expect(await rows(id)).toHaveLength(5)
  cities = [{ code: 'LIS', name: 'Lisbon' }]
  const held = await run(id)
  expect(held).toMatchObject({ outcome: 'held', removed: 4 })
  expect(await run(id, { confirms: held.id })).toMatchObject({ outcome: 'changed', removed: 4 })
  expect(await rows(id)).toEqual(['LIS Lisbon'])
})

it('only the rows of the held run are removed by its confirmation', async () => {
  const id = await createList()
  await save(id)
  await run(id)
  const all = cities
  cities = all.slice(0, 3)
  const held = await run(id)
  expect(held).toMatchObject({ outcome: 'held', removed: 2 })
  // As many rows, but other ones.
  cities = all.slice(2)
  const again = await run(id, { confirms: held.id })
  expect(again).toMatchObject({ outcome: 'held', removed: 2 })
  cities = []
  expect(await run(id, { confirms: again.id })).toMatchObject({ outcome: 'held', removed: 5 })
  expect(await rows(id)).toHaveLength(5)
  cities = [{ code: 'BRG', name: 'Braga' }, ...all.slice(2)]
  expect(await run(id, { confirms: again.id })).toMatchObject({ outcome: 'changed', removed: 2, added: 1 })
  const other = await createList()
  await save(other)
  await run(other)
  cities = []
  expect(await run(other, { confirms: again.id })).toMatchObject({ outcome: 'held' })
})

it.each(['add', 'replace'])('a column that became empty is held too: mode %s', async (mode) => {
  const id = await createList()
  await save(id, { mode })
  await run(id)
  const all = cities
  cities = all.map(({ code, name }) => ({ code, title: name })) as never
  const held = await run(id)
  expect(held).toMatchObject({
    ...{ outcome: 'held', removed: 0, changed: 5 },
    message: expect.stringContaining('5 of 5 cells of “Name” would be'),
  })
  expect(await rows(id)).toContain('LIS Lisbon')
  cities = all.map((city, at) => (at === 0 ? { ...city, name: '' } : city))
  expect(await run(id, { confirms: held.id })).toMatchObject({ outcome: 'changed', changed: 1 })
  cities = all.map(({ code }) => ({ code, name: '' }))
  const second = await run(id)
  expect(second).toMatchObject({ outcome: 'held', message: expect.stringContaining('4 of 4 cells') })
  expect(await run(id, { confirms: second.id })).toMatchObject({ outcome: 'changed', changed: 4 })
})

it('rows that the adapter does not return can stay', async () => {
  const id = await createList()
  await save(id, { mode: 'add' })
  await run(id)
  cities = [
    { code: 'LIS', name: 'Lisboa' },
    { code: 'BRG', name: 'Braga' },
  ]
  expect(await run(id)).toMatchObject({ outcome: 'changed', added: 1, changed: 1, removed: 0 })
  expect(await rows(id)).toHaveLength(6)
})

it('a failure of the other side, and rows that do not fit, change nothing', async () => {
  const id = await createList({
    columns: [
      { key: 'code', name: 'Code', type: 'text', isKey: true },
      { key: 'name', name: 'Name', type: 'text', isRequired: true },
    ],
  })
  await save(id)
  await run(id)
  status = 503
  expect(await run(id)).toMatchObject({ outcome: 'failed', message: expect.stringContaining('status 503') })
  status = 200
  cities[1] = { code: 'OPO', name: '' }
  expect(await run(id)).toMatchObject({ outcome: 'failed', message: expect.stringContaining('1 do not. Row 2:') })
  expect(await rows(id)).toHaveLength(5)
})

it('more rows than the adapter returns change nothing', async () => {
  await adapt('few', { rowLimit: 4 })
  const id = await createList()
  await save(id, { adapter: 'few' })
  expect(await run(id)).toMatchObject({ outcome: 'failed', message: expect.stringContaining('at most 4 rows') })
  expect(await rows(id)).toEqual([])
  cities = cities.slice(0, 4)
  expect(await run(id)).toMatchObject({ outcome: 'changed', added: 4 })
})

it('notes in its log that the user who saved it lost the role', async () => {
  const id = await createList()
  const second = await signIn({ roles: ['RoleDesign'] })
  await second.call(calls.save, { params: { id }, body: { adapter: 'cities', mode: 'replace', everyMinutes: 60 } })
  await admin.query('delete from user_role where user_id = $1', [second.user.id])
  await work()
  expect((await keeper.call(calls.get, { params: { id } })).body.runs).toMatchObject([
    { outcome: 'failed', message: expect.stringContaining('Expected the role'), startedBy: null },
  ])
})

it('runs on its schedule with the rights of the user who saved it', async () => {
  const id = await createList()
  await save(id, { everyMinutes: 60 })
  await work()
  expect(await rows(id)).toHaveLength(5)
  cities.push({ code: 'BRG', name: 'Braga' })
  clock.advance({ minutes: 59 })
  await work()
  expect(await rows(id)).toHaveLength(5)
  clock.advance({ minutes: 2 })
  await work()
  expect(await rows(id)).toHaveLength(6)
  const { runs } = (await keeper.call(calls.get, { params: { id } })).body
  expect(runs).toMatchObject([
    { outcome: 'changed', added: 1, startedBy: null },
    { outcome: 'changed', added: 5 },
  ])
  await keeper.call(calls.remove, { params: { id } })
  clock.advance({ minutes: 61 })
  await work()
  expect((await admin.query('select 1 from job')).rows).toEqual([])
  expect((await keeper.call(calls.get, { params: { id } })).body).toEqual({ feed: null, runs: [] })
})

it('a feed saved during its run has the new schedule', async () => {
  const id = await createList()
  await save(id, { everyMinutes: 60 })
  const once = (change: () => Promise<unknown>) => {
    meanwhile = () => {
      meanwhile = async () => null
      return change()
    }
  }
  once(() => save(id, { everyMinutes: 5 }))
  await work()
  const runs = async () => (await keeper.call(calls.get, { params: { id } })).body.runs.length
  expect(await runs()).toBe(1)
  await work()
  expect(await runs()).toBe(2)
  clock.advance({ minutes: 4 })
  await work()
  expect(await runs()).toBe(2)
  clock.advance({ minutes: 2 })
  await work()
  expect(await runs()).toBe(3)
})

it('a feed that is scheduled while its job ends goes on', async () => {
  const id = await createList()
  await save(id, { everyMinutes: 60 })
  await save(id)
  const [job] = (await claimAll(db, clock())).filter(({ kind }) => kind === 'listener')
  if (job === undefined) throw new Error('Expected a job.')
  const late = {
    ...runtime,
    db: new Proxy(runtime.db, {
      get: (target, name) =>
        name === 'withTransaction'
          ? async (...given: Parameters<typeof target.withTransaction>) => {
              await save(id, { everyMinutes: 60 })
              return target.withTransaction(...given)
            }
          : Reflect.get(target, name),
    }),
  }
  await runClaimedJob({ runtime: late as typeof runtime, services: {} as Services }, job)
  await work()
  expect(await rows(id)).toHaveLength(5)
})

it('needs a key column and an adapter that reads without values', async () => {
  const plain = await createList({ columns: [{ key: 'code', name: 'Code', type: 'text' }] })
  const id = await createList()
  for (const [list, adapter] of [
    [plain, 'cities'],
    [id, 'none'],
    [id, 'needs'],
  ] as const)
    expect((await save(list, { adapter })).body).toMatchObject({ details: [{ where: 'adapter' }] })
  expect((await keeper.call(calls.run, { params: { id }, body: {} })).status).toBe(404)
  const stranger = await signIn({ roles: ['RoleUser'] })
  expect((await stranger.call(calls.get, { params: { id } })).status).toBe(403)
})
