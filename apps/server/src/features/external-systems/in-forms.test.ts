import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { process } from '@millrace/bpmn/builder'
import { type BodyOf, externalSystemCalls as calls, externalLimits, processCalls, taskCalls } from '@millrace/contract'
import type { RuntimeField } from '@millrace/forms'
import { createTestApp, createWorkplace, type TestClient } from '@millrace/server/testing'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readAllowedAddresses } from '../../platform/outgoing/addresses.ts'
import { createDatabaseClient } from '../../platform/outgoing/database-client.ts'
import { createOutgoingClient } from '../../platform/outgoing/http-client.ts'
import { deploy } from '../../runtime/deploy/deploy.ts'
import { refuseUnoffered } from '../../runtime/look-ups/check-offered.ts'

const towns = [
  { code: 'OPO', city: 'Porto', country: 'PT', people: 231800 },
  { code: 'LIS', city: 'Lisbon', country: 'PT', people: 545796 },
  { code: 'MAD', city: 'Madrid', country: 'ES', people: 3332035 },
]
/** What the service was asked, and whether it answers. */
let asked: string[] = []
let isAway = false
/** Cuts the line instead of answering. */
let isCutting = false
/** Answers nobody before four ask. */
let isGathering = false
let gathered: (() => void)[] = []
/** Questions that it works at, and how many that were at most. */
let open = 0
let maxOpen = 0
const server = http.createServer((request, response) => {
  asked.push(request.url ?? '')
  open++
  maxOpen = Math.max(maxOpen, open)
  response.on('close', () => open--)
  if (!isGathering) answer(request, response)
  else if (gathered.push(() => answer(request, response)) === 4) for (const one of gathered.splice(0)) one()
})
function answer(request: http.IncomingMessage, response: http.ServerResponse) {
  const { searchParams, pathname } = new URL(request.url ?? '', 'http://x')
  const [q, country, code] = ['q', 'country', 'code'].map((name) => searchParams.get(name)?.toLowerCase())
  if (isCutting) {
    response.destroy()
    return
  }
  if (isAway) {
    response.writeHead(503).end('secret words of the inside')
    return
  }
  const found = towns.filter(
    (one) =>
      (!q || one.city.toLowerCase().includes(q)) &&
      (!country || one.country.toLowerCase() === country) &&
      (!code || one.code.toLowerCase() === code) &&
      (!pathname.startsWith('/of/') || pathname === `/of/${one.country}`),
  )
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(found))
}
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const allowed = readAllowedAddresses('127.0.0.1')
if (allowed === null) throw new Error('Expected an address.')
const { db, admin, clock, connectionString, runtime, workplaceId, signIn, signInAs } = await createTestApp({
  outgoing: createOutgoingClient({ allowed }),
  databases: createDatabaseClient({ allowed }),
})
let integrator = await signIn({ roles: ['RoleIntegration'] })
let dora = await signIn({ username: 'dora' })

const database = new URL(connectionString)
await admin.query('create table town (code text, city text, country text)')
for (const { code, city, country } of towns)
  await admin.query('insert into town values ($1, $2, $3)', [code, city, country])
await admin.query('grant select on town to public')

const system = (await integrator.call(calls.create, { body: { name: 'Places' } })).body
const ofSystem = { params: { id: system.id } }
// No test here is about how long an answer takes.
const seconds = externalLimits.longestSeconds
type Settings = BodyOf<typeof calls.createAdapter>['settings']
const offer = async (name: string, settings: BodyOf<typeof calls.createConnection>['settings'], secret: string) => {
  const body = { name, settings, secret }
  const connection = (await integrator.call(calls.createConnection, { ...ofSystem, body })).body
  return (await integrator.call(calls.createApi, { ...ofSystem, body: { name, connectionId: connection.id } })).body
}
const adapt = async (apiId: string, key: string, settings: Settings) =>
  (await integrator.call(calls.createAdapter, { params: { id: apiId }, body: { name: key, key, settings } })).body
const rest = await offer('REST', { kind: 'rest', baseUrl: `http://127.0.0.1:${port}`, seconds }, '')
const columns = ['code', 'city', 'country', 'people'].map((name) => ({ key: name, path: name }))
const query = ['q', 'country', 'code'].map((name) => ({ name, value: `{${name}}` }))
const found = { searchParameter: 'q', valueParameter: 'code' }
const cities = await adapt(rest.id, 'cities', { kind: 'rest', query, columns, ...found })
await adapt(rest.id, 'all', { kind: 'rest', columns, cacheSeconds: 0 })
await adapt(rest.id, 'of', { kind: 'rest', path: '/of/{country}', columns })
const ofPostgres = {
  kind: 'database',
  host: database.hostname,
  port: Number(database.port),
  database: database.pathname.slice(1),
  username: database.username,
  tls: 'off',
  seconds,
} as const
const sql = await offer('SQL', ofPostgres, database.password)
const statement = `select code, city from town where (:country::text is null or country = :country)
  and (:q::text is null or city ilike '%' || :q || '%') and (:code::text is null or code = :code) order by city`
await adapt(sql.id, 'towns', { kind: 'sql', statement, ...found })

const field = (id: string, type: string, props: object = {}) => ({ id, type, key: id, props: { label: id, ...props } })
const lookUp = (id: string, props: object) => field(id, 'rest-look-up', { labelColumn: 'city', ...props })
const form = JSON.stringify({
  schema: 2,
  id: 'form',
  root: [
    field('country', 'text'),
    field('people', 'number'),
    lookUp('city', { adapter: 'cities', parameters: ['country=country'], fills: ['people=people'], strict: true }),
    lookUp('free', { adapter: 'cities' }),
    lookUp('every', { adapter: 'all', strict: true, several: true }),
    lookUp('of', { adapter: 'of', parameters: ['country=country'] }),
    lookUp('gone', { adapter: 'nothing' }),
    lookUp('noColumn', { adapter: 'cities', labelColumn: 'nothing' }),
    lookUp('otherKind', { adapter: 'towns' }),
    field('town', 'sql-look-up', {
      adapter: 'towns',
      labelColumn: 'city',
      parameters: ['country=country'],
      strict: true,
    }),
    field('note', 'text'),
    {
      ...field('stops', 'repeater', { max: 500, allowDuplicates: true }),
      children: [
        lookUp('stop', { adapter: 'cities', strict: true }),
        lookUp('any', { adapter: 'all', strict: true }),
        lookUp('other', { adapter: 'all', valueColumn: 'city', strict: true }),
      ],
    },
  ],
})
const formKey = { 'millrace:formKey': 'millrace:deployment:start.form.json' }
const model = process('travel')
  .start('s', formKey)
  .userTask('look', { 'millrace:assignee': 'dora', ...formKey })
  .end()
  .toXml()
const deployed = await deploy(
  runtime,
  { workplaceId, userId: null, cause: 'test' },
  {
    ...{ name: 'travel', source: null, tenantId: null },
    files: [
      { name: 'travel.bpmn', bytes: Buffer.from(model) },
      { name: 'start.form.json', bytes: Buffer.from(form) },
    ],
  },
)
if (!deployed.ok) throw new Error(JSON.stringify(deployed))
const id = deployed.deployed.processes[0]?.id ?? ''

const choices = async (node: string, more: object = {}, client: TestClient = dora) => {
  const { status, body, error } = await client.call(processCalls.startFormChoices, {
    params: { id },
    query: { node, ...more },
  })
  return status === 200 ? body : error
}
const find = async (...given: Parameters<typeof choices>) => {
  const answer = await choices(...given)
  return 'items' in answer ? answer.items.map((one) => `${one.id}=${one.name}`) : [answer.code]
}
const by = (values: object) => JSON.stringify(values)
async function start(values: object) {
  const { body } = await dora.call(processCalls.startForm, { params: { id } })
  const answer = await dora.call(processCalls.start, {
    params: { id },
    body: { values, hash: body.form.document.hash },
  })
  return { ...answer, faults: answer.error?.details?.map(({ where, code }) => [where, code]) ?? [] }
}
beforeEach(async () => {
  asked = []
  isAway = false
  isCutting = false
  isGathering = false
  gathered = []
  maxOpen = 0
  // Nothing is kept from one test to the other, sessions neither.
  clock.advance({ seconds: 3600 })
  integrator = await signInAs(integrator.user)
  dora = await signInAs(dora.user)
})
afterEach(() => void vi.useRealTimers())

describe('choices of an external system', () => {
  it('are found by what is typed and by the values of other fields, and bring what they fill', async () => {
    expect(await choices('city', { q: 'LIS', by: by({ country: 'PT' }) })).toEqual({
      items: [{ id: 'LIS', name: 'Lisbon', columns: { people: '545796' } }],
      isMore: false,
    })
    expect(asked).toEqual(['/?q=LIS&country=PT'])
    expect(await find('city', { by: by({ country: 'ES' }) })).toEqual(['MAD=Madrid'])
    expect(await find('town', { q: 'o', by: by({ country: 'PT' }) })).toEqual(['LIS=Lisbon', 'OPO=Porto'])
    expect(await find('town', { q: `' or '1'='1` })).toEqual([])
  })

  it('are asked once for equal questions, and again when something of it is another', async () => {
    isGathering = true
    const ask = vi.spyOn(runtime.lookUps, 'ask')
    const three = [1, 2, 3].map(() => find('free', { q: 'a' }))
    await expect.poll(() => ask.mock.calls.length).toBe(3)
    ask.mockRestore()
    isGathering = false
    for (const one of gathered.splice(0)) one()
    await Promise.all(three)
    expect(asked).toHaveLength(1)
    await find('free', { q: 'a' })
    expect(asked).toHaveLength(1)
    clock.advance({ seconds: 31 })
    await find('free', { q: 'a' })
    expect(asked).toHaveLength(2)
    const { name, settings } = cities
    await integrator.call(calls.saveAdapter, { params: { id: cities.id }, body: { name, settings } })
    await find('free', { q: 'a' })
    expect(asked).toHaveLength(3)
  })

  it('are searched here where the adapter takes no search text', async () => {
    expect(await find('every', { q: 'or' })).toEqual(['OPO=Porto'])
    expect(asked).toEqual(['/'])
  })

  it('take nothing but the parameters that the field names', async () => {
    await find('city', { q: 'x', by: by({ country: 'PT', code: 'MAD', other: 'x', q: 'y' }) })
    expect(asked).toEqual(['/?q=x&country=PT'])
    for (const strange of ['[1]', '"PT"', 'PT', '{', by({ country: { a: 1 } })]) {
      asked = []
      await find('city', { q: 'z', by: strange })
      clock.advance({ seconds: 31 })
      expect(asked).toEqual(['/?q=z'])
    }
  })

  it('are none where a part of the address has no value', async () => {
    expect(await find('of')).toEqual([])
    expect(asked).toEqual([])
    expect(await find('of', { by: by({ country: 'ES' }) })).toEqual(['MAD=Madrid'])
  })

  it('are for those alone who may fill the form', async () => {
    expect(await find('city', {}, integrator)).toEqual(['right.missing'])
    const stranger = await signIn({ workplaceId: await createWorkplace(db) })
    expect(await find('city', {}, stranger)).toEqual(['thing.not-found'])
    expect(await find('note')).toEqual(['thing.not-found'])
    expect(asked).toEqual([])
  })

  it('are refused in words that report nothing of the system', async () => {
    for (const node of ['gone', 'noColumn', 'otherKind']) expect(await find(node)).toEqual(['look-up.failed'])
    isAway = true
    const away = await choices('free', { q: 'away' })
    expect(away).toMatchObject({
      code: 'look-up.failed',
      message: '“cities” does not answer at the moment. Your entries are kept. Try again later.',
    })
    expect(JSON.stringify(away)).not.toMatch(/127\.0\.0\.1|secret words/)
    await integrator.call(calls.disableAdapter, { params: { id: cities.id }, query: { deletedReason: 'Old' } })
    expect(await choices('free', { q: 'b' })).toMatchObject({
      message: 'The look-up does not work because the adapter “cities” is disabled. Ask the designer of the form.',
    })
    await integrator.call(calls.restoreAdapter, { params: { id: cities.id } })
  })
})

describe('a form that asks an external system', () => {
  it('is kept by the values, and opens with what people read of them', async () => {
    const { status, body } = await start({ country: 'PT', city: 'LIS', every: ['OPO', 'MAD'], town: 'OPO', people: 7 })
    expect(status).toBe(200)
    const { rows } = await admin.query(
      `select name, value from variable where root_id = $1 and name in ('city', 'every', 'town') order by name`,
      [body.instanceId],
    )
    expect(rows).toEqual([
      { name: 'city', value: 'LIS' },
      { name: 'every', value: '["OPO","MAD"]' },
      { name: 'town', value: 'OPO' },
    ])
    const [task] = (await dora.call(taskCalls.assigned)).body.items
    // A form opens without names that come late: here none does, however long this process is kept from its work.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const opened = (await dora.call(taskCalls.get, { params: { id: task?.id ?? '' } })).body
    vi.useRealTimers()
    const names = opened.form?.names.map(({ kind, node, id: value, name }) => [kind, node, value, name])
    expect(names).toEqual(
      expect.arrayContaining([
        ['look-up', 'city', 'LIS', 'Lisbon'],
        ['look-up', 'every', 'OPO', 'Porto'],
        ['look-up', 'town', 'OPO', 'Porto'],
      ]),
    )
    isAway = true
    clock.advance({ seconds: 31 })
    const unnamed = (await dora.call(taskCalls.get, { params: { id: task?.id ?? '' } })).body
    expect(unnamed.form?.names.filter(({ node }) => node === 'city')).toEqual([])
    isAway = false
    const hash = opened.form?.document.hash ?? ''
    const wrong = await dora.call(taskCalls.complete, {
      params: { id: task?.id ?? '' },
      body: { values: { city: 'MAD' }, hash },
    })
    expect([wrong.error.code, wrong.error.details]).toEqual([
      'form.invalid',
      [
        {
          where: 'city',
          code: 'look-up.unknown',
          message: 'Choose from the list. The other system does not offer some of these values.',
        },
      ],
    ])
    const done = await dora.call(taskCalls.complete, { params: { id: task?.id ?? '' }, body: { values: {}, hash } })
    expect(done.status).toBe(200)
  })

  it('refuses what is not offered, by asking again, and takes it where it is not strict', async () => {
    expect((await start({ country: 'ES', city: 'LIS' })).faults).toEqual([['city', 'look-up.unknown']])
    expect((await start({ city: 'NOWHERE' })).faults).toEqual([['city', 'look-up.unknown']])
    expect((await start({ every: ['OPO', 'X'] })).faults).toEqual([['every', 'look-up.unknown']])
    expect((await start({ country: 'PT', town: 'MAD' })).faults).toEqual([['town', 'look-up.unknown']])
    expect((await start({ free: 'ANYTHING' })).status).toBe(200)
  })

  it('writes nothing while what is strict cannot be asked', async () => {
    const count = async () => (await admin.query('select count(*)::int as count from instance')).rows[0].count
    const before = await count()
    isAway = true
    const { error } = await start({ city: 'LIS' })
    expect([error.code, error.details]).toEqual([
      'look-up.failed',
      [
        {
          where: 'city',
          code: 'look-up.unchecked',
          message:
            'This value could not be checked because the other system does not answer. Your entries are kept. Try again later.',
        },
      ],
    ])
    expect(await count()).toBe(before)
    isAway = false
    expect((await start({ city: 'LIS' })).status).toBe(200)
  })
})

describe('a form with many rows that ask', () => {
  const codes = ['OPO', 'LIS', 'MAD']
  const names = ['Porto', 'Lisbon', 'Madrid']
  const rowsOf = (length: number, toRow: (at: number) => object) => ({
    stops: Array.from({ length }, (_, at) => toRow(at)),
  })

  it('asks each question once', async () => {
    const rows = rowsOf(200, (at) => ({ stop: codes[at % 3], any: codes[(at + 1) % 3], other: names[at % 3] }))
    expect((await start(rows)).status).toBe(200)
    // What one field has asked the other has as well, though nothing of it is kept.
    expect(asked.toSorted()).toEqual(['/', '/?code=LIS', '/?code=MAD', '/?code=OPO'])
  })

  it('names each row that is wrong, and asks four at a time', async () => {
    isGathering = true
    const { faults } = await start(rowsOf(200, (at) => ({ stop: `X${at % 40}` })))
    expect(faults).toEqual(Array.from({ length: 200 }, (_, at) => [`stops[${at}].stop`, 'look-up.unknown']))
    expect([asked.length, new Set(asked).size, maxOpen]).toEqual([40, 40, 4])
  })

  it('asks no further when a question has no answer, and names each row that could not be checked', async () => {
    isGathering = true
    isCutting = true
    const { status, error, faults } = await start(rowsOf(200, (at) => ({ stop: `X${at}` })))
    expect([status, error.code, error.message]).toEqual([
      422,
      'look-up.failed',
      '“cities” does not answer at the moment. Your entries are kept. Try again later.',
    ])
    expect(asked).toHaveLength(4)
    expect(faults).toEqual(Array.from({ length: 200 }, (_, at) => [`stops[${at}].stop`, 'look-up.unchecked']))
  })

  it('waits for all answers together no longer than for one', async () => {
    const given: (string | undefined)[] = []
    const lookUps = {
      ...runtime.lookUps,
      ask: (_: unknown, { code }: Readonly<Record<string, string>>) => {
        given.push(code)
        return new Promise<never>(() => {})
      },
    }
    const stop: RuntimeField = {
      kind: 'field',
      node: 'stop',
      key: 'stop',
      type: 'rest-look-up',
      props: { adapter: 'cities' },
    }
    const claims = Array.from({ length: 200 }, (_, at) => ({
      field: stop,
      claim: { node: 'stop', path: `stops.${at}.stop`, values: [`X${at}`], parameters: {} },
    }))
    const refusal = await refuseUnoffered({ ...runtime, lookUps }, workplaceId, claims, { longestMs: 20 })
    expect([refusal?.code, refusal?.message]).toEqual([
      'look-up.failed',
      'Expected all answers of “cities” in time, but they take too long. What you have entered is kept: try again soon.',
    ])
    expect(given).toEqual(['X0', 'X1', 'X2', 'X3'])
  })
})
