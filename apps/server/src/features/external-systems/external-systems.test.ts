import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BodyOf, externalSystemCalls as calls } from '@millrace/contract'
import { createTestApp, createWorkplace, type TestClient } from '@millrace/server/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readAllowedAddresses } from '../../platform/outgoing/addresses.ts'
import { createDatabaseClient } from '../../platform/outgoing/database-client.ts'
import { createOutgoingClient } from '../../platform/outgoing/http-client.ts'

/** A service of the outside world, which tells what it was asked. */
const seen: {
  readonly url: string
  readonly method: string
  readonly headers: http.IncomingHttpHeaders
  readonly body: string
}[] = []
const server = http.createServer(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const { url = '', method = '', headers } = request
  seen.push({ url, method, headers, body: Buffer.concat(parts).toString() })
  const path = url.split('?')[0] ?? ''
  if (path.startsWith('/echo')) {
    echo(response, { path, headers, body: seen.at(-1)?.body ?? '' })
    return
  }
  if (headers.authorization !== 'Bearer a secret token') {
    response.writeHead(401).end(`no: ${headers.authorization}`)
    return
  }
  const answer = answers[path]
  if (answer === undefined) response.writeHead(404).end('{}')
  else response.writeHead(200, { 'content-type': 'application/json' }).end(answer)
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
/** One that tells everybody what it was sent, in every way that services write it. */
function echo(
  response: http.ServerResponse,
  { path, headers, body }: { readonly path: string; readonly headers: http.IncomingHttpHeaders; readonly body: string },
) {
  const sent = headers.authorization ?? String(headers['x-api-key'])
  const known = Buffer.from(sent.replace(/^\w+ /, ''), sent.startsWith('Basic') ? 'base64' : 'latin1').toString()
  const echoed = known.replace(/^ann:/, '')
  if (path === '/echo/away') {
    const location = `http://elsewhere.example.org/${'x'.repeat(170)}${encodeURIComponent(echoed)}`
    response.writeHead(302, { location }).end()
    return
  }
  if (path === '/echo/deep') {
    response.end(`[{ "sent": ${'['.repeat(200_000)}${']'.repeat(200_000)} }]`)
    return
  }
  const row = {
    sent,
    echoed,
    base64: Buffer.from(echoed).toString('base64'),
    address: `https://x.example.org/?key=${encodeURIComponent(echoed)}`,
    within: { headers: [echoed], [echoed]: 'a name' },
    cut: `${'x'.repeat(1990)}${echoed}`,
    [`named ${echoed}`]: body,
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify([row]))
}
const answers: Readonly<Record<string, string>> = {
  '/v1': '{}',
  '/v1/cities': JSON.stringify({
    data: { items: [{ code: 'LIS', name: { en: 'Lisbon' }, population: 545796 }, { code: 'OPO' }, 'none'] },
  }),
  '/v1/text': 'not JSON',
  '/v1/object': '{"data": 7}',
}

const allowed = readAllowedAddresses('127.0.0.1')
if (allowed === null) throw new Error('Expected an address.')
const { db, admin, connectionString, workplaceId, signIn, anonymous } = await createTestApp({
  outgoing: createOutgoingClient({ allowed }),
  databases: createDatabaseClient({ allowed }),
})
const database = new URL(connectionString)

let integrator: TestClient
let systemId: string
let restId: string
beforeAll(async () => {
  integrator = await signIn({ roles: ['RoleIntegration'] })
  const system = await integrator.call(calls.create, { body: { name: 'Places', description: 'Of the town.' } })
  systemId = system.body.id
  restId = (await connect('REST', { kind: 'rest', baseUrl: `http://127.0.0.1:${port}/v1/`, signIn: 'bearer' })).id
})

type Settings = BodyOf<typeof calls.createConnection>['settings']
type AdapterSettings = BodyOf<typeof calls.createAdapter>['settings']

const connect = async (name: string, settings: Settings, secret = 'a secret token') => {
  const made = await integrator.call(calls.createConnection, {
    params: { id: systemId },
    body: { name, settings, secret },
  })
  expect(made.status).toBe(200)
  return made.body
}
const offer = async (name: string, connectionId: string) =>
  (await integrator.call(calls.createApi, { params: { id: systemId }, body: { name, connectionId } })).body
let adapters = 0
const adapt = async (apiId: string, settings: AdapterSettings) => {
  const key = `adapter${++adapters}`
  return integrator.call(calls.createAdapter, { params: { id: apiId }, body: { name: key, key, settings } })
}
const ask = async (id: string, parameters: Record<string, string> = {}) =>
  (await integrator.call(calls.tryAdapter, { params: { id }, body: { parameters } })).body
const ofPostgres = (more: object = {}) =>
  ({
    kind: 'database',
    host: database.hostname,
    port: Number(database.port),
    database: database.pathname.slice(1),
    username: database.username,
    tls: 'off',
    ...more,
  }) as const

const cities: Extract<AdapterSettings, { kind: 'rest' }> = {
  kind: 'rest',
  path: '/cities',
  query: [
    { name: 'country', value: '{country}' },
    { name: 'q', value: '{q}' },
    { name: 'size', value: '50' },
  ],
  headers: [{ name: 'X-Trace', value: 'form {q}' }],
  rows: 'data.items',
  columns: [
    { key: 'code', path: 'code' },
    { key: 'name', path: 'name.en' },
    { key: 'people', path: 'population' },
    { key: 'all', path: 'name' },
  ],
  searchParameter: 'q',
}

describe('an external system', () => {
  it('climbs from nobody to an integrator, is listed, changed, disabled and restored', async () => {
    const body = { name: 'Ledger' }
    expect((await anonymous().call(calls.create, { body })).status).toBe(401)
    expect((await (await signIn({ roles: ['RoleDesign'] })).call(calls.create, { body })).error.code).toBe(
      'right.missing',
    )
    for (const name of ['', '<b>', 'x'.repeat(51)])
      expect((await integrator.call(calls.create, { body: { name } })).error.code).toBe('request.invalid')
    const made = (await integrator.call(calls.create, { body })).body
    expect(made).toMatchObject({ name: 'Ledger', connections: [], apis: [], adapters: [], revision: 1, disabled: null })
    const taken = await integrator.call(calls.create, { body: { name: 'LEDGER' } })
    expect([taken.status, taken.error.code]).toEqual([409, 'thing.name-taken'])
    expect(taken.error.details).toEqual([{ where: 'name', message: 'An external system has this name already' }])

    const params = { id: made.id }
    const saved = await integrator.call(calls.save, { params, body: { name: 'Books', revision: 1 } })
    expect(saved.body).toMatchObject({ name: 'Books', revision: 2 })
    const late = await integrator.call(calls.save, { params, body: { name: 'Late', revision: 1 } })
    expect(late.error.code).toBe('thing.changed')
    const disabled = await integrator.call(calls.disable, { params, query: { deletedReason: 'Sold' } })
    expect(disabled.body.disabled?.reason).toBe('Sold')
    expect((await integrator.call(calls.save, { params, body: { name: 'Other' } })).error.code).toBe('thing.disabled')
    const listed = await integrator.call(calls.list, { query: { isDisabled: 'true' } })
    expect(listed.body.items.map(({ name }) => name)).toEqual(['Books'])
    expect((await integrator.call(calls.restore, { params })).body.disabled).toBeNull()
    expect((await integrator.call(calls.restore, { params })).error.code).toBe('thing.exists')
  })

  it('is none of another workplace', async () => {
    const stranger = await signIn({ roles: ['RoleIntegration'], workplaceId: await createWorkplace(db) })
    expect((await stranger.call(calls.list)).body.items).toEqual([])
    for (const [call, id] of [
      [calls.get, systemId],
      [calls.getConnection, restId],
      [calls.testConnection, restId],
    ] as const)
      expect((await stranger.call(call, { params: { id } })).error.code).toBe('thing.not-found')
    const body = { name: 'Mine', settings: ofPostgres() }
    expect((await stranger.call(calls.createConnection, { params: { id: systemId }, body })).status).toBe(404)
  })

  it('is in use as long as something of it is, from the top down and back', async () => {
    const system = (await integrator.call(calls.create, { body: { name: 'Chain' } })).body
    const ofIt = { params: { id: system.id } }
    const settings = { kind: 'rest', baseUrl: 'https://chain.example.org' } as const
    const connection = (await integrator.call(calls.createConnection, { ...ofIt, body: { name: 'C', settings } })).body
    const api = (await integrator.call(calls.createApi, { ...ofIt, body: { name: 'A', connectionId: connection.id } }))
      .body
    const adapter = (await adapt(api.id, cities)).body
    const { name, key } = adapter
    for (const [body, code, where, message] of [
      [{ name: 'Another', key: key.toUpperCase() }, 'thing.key-taken', 'key', 'An adapter has this key already'],
      [{ name: name.toUpperCase(), key: 'another' }, 'thing.name-taken', 'name', 'An adapter has this name already'],
    ] as const) {
      const again = { params: { id: api.id }, body: { ...body, settings: cities } }
      const taken = await integrator.call(calls.createAdapter, again)
      expect([taken.status, taken.error.code, taken.error.details]).toEqual([409, code, [{ where, message }]])
    }
    const query = { deletedReason: 'Old' }
    const used = await integrator.call(calls.disable, { ...ofIt, query })
    expect([used.error.code, used.error.message]).toEqual([
      'external.in-use',
      'Expected no enabled items that use “Chain”, but there is “C”. Disable that first.',
    ])
    const at = ({ id }: { id: string }) => ({ params: { id } })
    expect((await integrator.call(calls.disableConnection, { ...at(connection), query })).error.code).toBe(
      'external.in-use',
    )
    expect((await integrator.call(calls.disableApi, { ...at(api), query })).error.code).toBe('external.in-use')
    for (const [call, one] of [
      [calls.disableAdapter, adapter],
      [calls.disableApi, api],
      [calls.disableConnection, connection],
      [calls.disable, system],
    ] as const)
      expect((await integrator.call(call, { ...at(one), query })).body.disabled?.reason).toBe('Old')
    expect((await integrator.call(calls.tryAdapter, { ...at(adapter), body: {} })).error.code).toBe('thing.disabled')
    expect((await integrator.call(calls.testConnection, at(connection))).error.code).toBe('thing.disabled')
    expect((await integrator.call(calls.restoreAdapter, at(adapter))).error.code).toBe('thing.disabled')
    for (const [call, one] of [
      [calls.restore, system],
      [calls.restoreConnection, connection],
      [calls.restoreApi, api],
      [calls.restoreAdapter, adapter],
    ] as const)
      expect((await integrator.call(call, at(one))).body.disabled).toBeNull()
  })
})

describe('a connection', () => {
  it('keeps its secret from every answer, file, audit and table', async () => {
    const { rows } = await admin.query('select * from external_connection where id = $1', [restId])
    expect(rows[0].sealed.includes(Buffer.from('a secret token'))).toBe(false)
    const { rows: echoed } = await admin.query('select * from audit_entry where workplace_id = $1', [workplaceId])
    const everything = JSON.stringify([
      await integrator.call(calls.getConnection, { params: { id: restId } }),
      await integrator.call(calls.get, { params: { id: systemId } }),
      echoed,
    ])
    expect(everything).not.toContain('a secret token')
    expect(JSON.stringify(echoed)).toContain('external-connection')
  })

  it('gives its secret to no other place', async () => {
    const made = await connect('Kept', { kind: 'rest', baseUrl: 'https://one.example.org/v1', signIn: 'bearer' })
    const params = { id: made.id }
    const save = (baseUrl: string, secret?: string) =>
      integrator.call(calls.saveConnection, {
        params,
        body: { name: 'Kept', settings: { kind: 'rest', baseUrl, signIn: 'bearer' }, ...(secret && { secret }) },
      })
    expect((await save('https://one.example.org/v2')).body.hasSecret).toBe(true)
    const elsewhere = await save('https://two.example.org/v2')
    expect([elsewhere.status, elsewhere.error.code]).toEqual([422, 'external.secret-missing'])
    expect(elsewhere.error.details).toEqual([
      { where: 'secret', message: 'The address of the connection has changed. Enter the secret for the new address.' },
    ])
    expect((await save('https://two.example.org/v2', 'another token')).status).toBe(200)
    const open = await integrator.call(calls.saveConnection, {
      params,
      body: { name: 'Kept', settings: { kind: 'rest', baseUrl: 'https://three.example.org' } },
    })
    expect(open.body.hasSecret).toBe(false)
    expect((await save('https://three.example.org')).error.code).toBe('external.secret-missing')
  })

  it.each(['Host', 'content-length', 'Transfer-Encoding', 'Connection', 'Accept-Encoding'])(
    'signs in by no header that every request sets by itself: %s',
    async (header) => {
      const settings = { kind: 'rest', baseUrl: 'https://one.example.org', signIn: 'header', header } as const
      const body = { name: `By ${header}`, settings, secret: 'hush' }
      const refused = await integrator.call(calls.createConnection, { params: { id: systemId }, body })
      expect([refused.status, refused.error.code, refused.error.details]).toEqual([
        422,
        'external.invalid',
        [
          {
            where: 'settings.header',
            message: `Expected a header for the sign-in, but “${header}” is set by the server. Use the header that the service requires.`,
          },
        ],
      ])
    },
  )

  it('is tested, with what went wrong in words', async () => {
    const test = async (id: string) => (await integrator.call(calls.testConnection, { params: { id } })).body
    expect(await test(restId)).toMatchObject({ fault: null, ms: expect.any(Number) })
    expect((await integrator.call(calls.getConnection, { params: { id: restId } })).body.tested?.fault).toBeNull()
    const wrong = await connect(
      'Wrong',
      { kind: 'rest', baseUrl: `http://127.0.0.1:${port}/v1`, signIn: 'bearer' },
      'other',
    )
    expect((await test(wrong.id)).fault).toBe(
      `Expected 127.0.0.1:${port} to accept the sign-in, but it answered with the status 401. Check the sign-in.`,
    )
    const inside = await connect('Inside', { kind: 'rest', baseUrl: 'http://localhost:1/', signIn: 'none' })
    expect((await test(inside.id)).fault).toMatch(
      /^Expected localhost:1 to answer, but the call failed: no server answers at this address \(ECONNREFUSED\)\./,
    )
    const away = await connect('Private', { kind: 'rest', baseUrl: 'http://10.0.0.1/', signIn: 'none' })
    expect((await test(away.id)).fault).toBe(
      'Expected 10.0.0.1 to have a public address, but it belongs to a private network. An administrator can permit it with MILLRACE_ALLOW_PRIVATE_ADDRESSES.',
    )
    const { password } = database
    expect((await test((await connect('Own', ofPostgres(), password)).id)).fault).toBeNull()
    expect((await test((await connect('Nobody', ofPostgres(), 'not it')).id)).fault).toBe(
      `Expected ${database.hostname} to accept “${database.username}”, but it rejects the user name or the password.`,
    )
    expect((await test((await connect('Nowhere', ofPostgres({ database: 'nowhere' }), password)).id)).fault).toBe(
      `Expected a database “nowhere” at ${database.hostname}, but there is none.`,
    )
    expect((await test((await connect('Closed', ofPostgres({ port: 1 }), password)).id)).fault).toBe(
      `Expected a PostgreSQL at ${database.hostname}, port 1, but the connection failed: no server answers at this address (ECONNREFUSED).`,
    )
    expect((await test((await connect('Safe', ofPostgres({ tls: 'verified' }), password)).id)).fault).toBe(
      `Expected ${database.hostname} to speak TLS, but it does not.`,
    )
  })
})

describe('a REST adapter', () => {
  it('sends what was asked for, each value encoded for its place, and reads rows', async () => {
    const api = await offer('Cities', restId)
    const adapter = (await adapt(api.id, cities)).body
    expect(adapter.parameters.map(({ name }) => name)).toEqual(['country', 'q'])
    seen.length = 0
    const answer = await ask(adapter.id, { q: 'a&b=ç' })
    expect(answer).toMatchObject({
      fault: null,
      count: 3,
      columns: ['code', 'name', 'people', 'all'],
      rows: [
        ['LIS', 'Lisbon', '545796', '{"en":"Lisbon"}'],
        ['OPO', '', '', ''],
        ['', '', '', ''],
      ],
      members: [
        { path: 'code', sample: 'LIS' },
        { path: 'name.en', sample: 'Lisbon' },
        { path: 'population', sample: '545796' },
      ],
    })
    expect(seen.map(({ url, method }) => [method, url])).toEqual([['GET', '/v1/cities?q=a%26b%3D%C3%A7&size=50']])
    expect(seen[0]?.headers).toMatchObject({ authorization: 'Bearer a secret token', 'x-trace': 'form a&b=ç' })
  })

  it('lets no value become another part of the address or the body', async () => {
    const api = await offer('Bodies', restId)
    const byPath = (
      await adapt(api.id, { ...cities, path: '/{id}', rows: '', query: [], headers: [], searchParameter: '' })
    ).body
    for (const id of ['..', '.'])
      expect((await ask(byPath.id, { id })).fault).toBe('Expected values for the path, but one contains a dot segment.')
    expect((await ask(byPath.id)).fault).toBe('Expected a value for “id” in the address, but it is empty.')
    seen.length = 0
    await ask(byPath.id, { id: '../../x?y#z' })
    expect(seen.map(({ url }) => url)).toEqual(['/v1/..%2F..%2Fx%3Fy%23z'])
    const body = '{"filter": {"name": "{q}"}, "size": 5}'
    const posted = (await adapt(api.id, { ...cities, method: 'POST', query: [], headers: [], body })).body
    seen.length = 0
    await ask(posted.id, { q: '", "size": 500, "x": "' })
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ filter: { name: '", "size": 500, "x": "' }, size: 5 })
  })

  it('says what is wrong with an answer, and repeats no secret', async () => {
    const api = await offer('Faults', restId)
    const faultAt = async (path: string) => (await ask((await adapt(api.id, { ...cities, path })).body.id)).fault
    expect(await faultAt('/none')).toBe(
      `Expected a successful response of 127.0.0.1:${port}, but it answered with the status 404. It says: “{}”`,
    )
    expect(await faultAt('/text')).toBe('Expected JSON as the answer, but it is something else.')
    expect(await faultAt('/object')).toBeNull()
    const misled = (await adapt(api.id, { ...cities, rows: 'data' })).body
    expect((await ask(misled.id)).fault).toBe(
      'Expected a list of rows in “data” of the answer, but there is something else. There is a list in “data.items”.',
    )
  })

  it.each([
    [{ body: '{}' }, 'settings.body'],
    [{ method: 'POST', body: '{' }, 'settings.body'],
    [{ headers: [{ name: 'Authorization', value: 'x' }] }, 'settings.headers'],
    [{ headers: [{ name: 'cookie', value: 'x' }] }, 'settings.headers'],
    [{ headers: [{ name: 'Host', value: 'x' }] }, 'settings.headers'],
    [{ headers: [{ name: 'Accept-Encoding', value: 'gzip' }] }, 'settings.headers'],
    [{ searchParameter: 'other' }, 'settings.searchParameter'],
    [{ columns: [...cities.columns, ...cities.columns] }, 'settings.columns'],
  ])('is refused with %j', async (more, where) => {
    const api = await offer(`Refused ${adapters}`, restId)
    const refused = await adapt(api.id, { ...cities, ...more } as AdapterSettings)
    expect([refused.error.code, refused.error.details?.[0]?.where]).toEqual(['external.invalid', where])
  })
})

describe('a secret that the other side repeats', () => {
  const token = 'p"w&/1 hush hush'
  const columns = ['sent', 'echoed', 'base64', 'address', 'within', 'cut'].map((key) => ({ key, path: key }))

  it.each([
    ['bearer', { signIn: 'bearer' }, 'Bearer •••'],
    ['basic', { signIn: 'basic', username: 'ann' }, 'Basic •••'],
    ['header', { signIn: 'header', header: 'X-Api-Key' }, '•••'],
  ] as const)('is in no row and no error, signed in by %s', async (name, signIn, sent) => {
    const baseUrl = `http://127.0.0.1:${port}/echo`
    const echoing = await connect(`Echo ${name}`, { kind: 'rest', baseUrl, ...signIn }, token)
    const api = await offer(`Echo ${name}`, echoing.id)
    const answer = await ask((await adapt(api.id, { kind: 'rest', path: '/', columns })).body.id)
    expect(answer.rows).toEqual([
      [
        sent,
        '•••',
        '•••',
        'https://x.example.org/?key=•••',
        '{"headers":["•••"],"•••":"a name"}',
        `${'x'.repeat(1990)}•••`,
      ].map((text) => expect.stringMatching(new RegExp(`^${text.replaceAll(/[?"{}[\]]/g, '\\$&')}=*$`))),
    ])
    // Nor in what could be a column, or in what that is called.
    expect(answer.members.map(({ path }) => path)).toEqual([
      ...['sent', 'echoed', 'base64', 'address', 'within.headers.0', 'cut'],
    ])
    expect(answer.members.find(({ path }) => path === 'echoed')?.sample).toBe('•••')
    const away = await ask((await adapt(api.id, { kind: 'rest', path: '/away', columns })).body.id)
    expect(away.fault).toMatch(/elsewhere\.example\.org\/x{170}•••\. Use that one/)
  })

  it('stands in none of a database either', async () => {
    const { password, username, pathname } = database
    expect(password.length).toBeGreaterThan(3)
    await admin.query('create table told (note text)')
    await admin.query('insert into told values ($1)', [`it is ${password}`])
    await admin.query('grant select on told to public')
    await admin.query(`alter role "${username}" in database "${pathname.slice(1)}" set "told.note" = '${password}'`)
    const api = await offer('Told', (await connect('Told', ofPostgres(), password)).id)
    const answerOf = async (statement: string) => ask((await adapt(api.id, { kind: 'sql', statement })).body.id)
    expect((await answerOf(`select note, current_setting('told.note') from told`)).rows).toEqual([['it is •••', '•••']])
    expect((await answerOf('select note::int from told')).fault).toBe(
      `Expected ${database.hostname} to carry out the statement, but it says: invalid input syntax for type integer: "it is •••".`,
    )
  })

  it('is looked for in nothing that cannot be written', async () => {
    const api = await offer(
      'Deep',
      (await connect('Deep', { kind: 'rest', baseUrl: `http://127.0.0.1:${port}/echo` })).id,
    )
    expect((await ask((await adapt(api.id, { kind: 'rest', path: '/deep', columns })).body.id)).fault).toBe(
      'Expected values that can be shown, but one is nested too deeply.',
    )
  })
})

describe('a SQL adapter', () => {
  it('binds its parameters, takes so many rows, and writes nothing', async () => {
    await admin.query(`create table town (id int, name text, founded date, size numeric)`)
    await admin.query(
      `insert into town values (1, 'Lisbon', '1147-10-25', 12.50), (2, 'O''Porto', null, null), (3, 'Faro', null, 1)`,
    )
    await admin.query(`grant all on town to public`)
    const own = await connect('Towns', ofPostgres(), database.password)
    const api = await offer('Towns', own.id)
    const sql = (statement: string, more: object = {}) => adapt(api.id, { kind: 'sql', statement, ...more })
    const found = (
      await sql(`select id, name, founded, size from town where name = :name or id::text = ':id' order by 1`)
    ).body
    expect(found.parameters).toEqual([{ name: 'name', type: 'text', isRequired: false }])
    expect(await ask(found.id, { name: 'Lisbon' })).toMatchObject({
      fault: null,
      columns: ['id', 'name', 'founded', 'size'],
      rows: [['1', 'Lisbon', '1147-10-25', '12.50']],
    })
    expect((await ask(found.id, { name: `O'Porto` })).rows).toEqual([['2', `O'Porto`, '', '']])
    expect((await ask(found.id, { name: `x' or '1'='1` })).rows).toEqual([])
    expect((await ask((await sql('select * from town -- all', { rowLimit: 2 })).body.id)).count).toBe(2)
    const writes = (await sql(`select setval('town_seq', 7)`)).body
    await admin.query('create sequence town_seq')
    await admin.query('grant all on town_seq to public')
    expect((await ask(writes.id)).fault).toBe(
      'Expected a statement that only reads, but it changes something. It changed nothing.',
    )
    expect((await ask((await sql('select nothing from town')).body.id)).fault).toBe(
      `Expected ${database.hostname} to carry out the statement, but it says: column "nothing" does not exist.`,
    )
    for (const statement of [
      'delete from town',
      'select 1; delete from town',
      // Read otherwise by PostgreSQL: comments nest, and a name can have a dollar in it.
      `select 1 /* /* */ ' */) as r; commit; delete from town; select * from (select 1 --'`,
      'select 1 as a$b$) as r; commit; delete from town; select * from (select 1 as c$b$',
      'select $1',
      'with gone as (delete from town returning 1) select * from gone',
    ]) {
      const made = await sql(statement)
      const fault = made.status === 200 ? (await ask(made.body.id)).fault : made.error.code
      expect([statement, fault]).toEqual([
        statement,
        expect.stringMatching(/^external.invalid$|WITH clause|multiple commands/),
      ])
    }
    expect((await admin.query('select count(*)::int as count from town')).rows[0].count).toBe(3)
  })

  it('ends what takes too long', async () => {
    const slow = await connect('Slow', ofPostgres({ seconds: 1 }), database.password)
    const api = await offer('Slow', slow.id)
    const adapter = (await adapt(api.id, { kind: 'sql', statement: 'select pg_sleep(60)' })).body
    expect((await ask(adapter.id)).fault).toMatch(/to answer within \d+ ms, but it did not/)
  })
})

it('shows designers what forms can ask, and nobody else', async () => {
  const designer = await signIn({ roles: ['RoleDesign'] })
  const { body } = await designer.call(calls.adapters)
  expect(body.find(({ key }) => key === 'adapter2')).toEqual({
    key: 'adapter2',
    name: 'adapter2',
    system: 'Places',
    kind: 'rest',
    columns: ['code', 'name', 'people', 'all'],
    parameters: ['country'],
  })
  expect((await (await signIn()).call(calls.adapters)).error.code).toBe('right.missing')
})
