import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type BodyOf, externalSystemCalls as calls, dataListCalls, dataListFeedCalls } from '@millrace/contract'
import { createTestApp } from '@millrace/server/testing'
import { hasMariadb, openMariadb } from '@millrace/server/testing/mariadb-server'
import { afterAll, describe, expect, it } from 'vitest'
import { readAllowedAddresses } from '../../platform/outgoing/addresses.ts'
import { createDatabaseClient } from '../../platform/outgoing/database-client.ts'
import { createFolderClient } from '../../platform/outgoing/folder-client.ts'
import { findAdapter } from '../../runtime/look-ups/adapter.ts'

const allowed = readAllowedAddresses('127.0.0.1')
if (allowed === null) throw new Error('Expected an address.')
const folder = await realpath(await mkdtemp(join(tmpdir(), 'millrace-paging-')))
afterAll(() => rm(folder, { recursive: true }))
const databases = createDatabaseClient({ allowed, folders: createFolderClient({ roots: [folder] }) })
const { db, runtime, workplaceId, admin, connectionString, signIn } = await createTestApp({ databases })
const integrator = await signIn({ roles: ['RoleIntegration', 'RoleDesign'] })
const system = { id: (await integrator.call(calls.create, { body: { name: 'Databases' } })).body.id }

type Connection = Extract<BodyOf<typeof calls.createConnection>['settings'], { kind: 'database' }>
type Adapter = Extract<BodyOf<typeof calls.createAdapter>['settings'], { kind: 'sql' }>
let count = 0
async function connect(settings: Partial<Connection>, secret = ''): Promise<string> {
  const name = `D${++count}`
  const body = {
    name,
    settings: { kind: 'database' as const, database: '', tls: 'off' as const, seconds: 30, ...settings },
    secret,
  }
  const made = await integrator.call(calls.createConnection, { params: system, body })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  const api = await integrator.call(calls.createApi, { params: system, body: { name, connectionId: made.body.id } })
  return api.body.id
}
async function adapt(apiId: string, settings: Partial<Adapter>): Promise<string> {
  const key = `a${++count}`
  const body = {
    name: key,
    key,
    settings: { kind: 'sql' as const, statement: 'select id, code from town', ...settings },
  }
  const made = await integrator.call(calls.createAdapter, { params: { id: apiId }, body })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  return key
}
/** Asks for a page as a process does. */
async function ask(key: string, after: string | null) {
  const adapter = await db.read({ workplaceId }, (tx) => findAdapter(tx, workplaceId, { key }))
  if (adapter === null) throw new Error('Expected an adapter.')
  const parameters: Readonly<Record<string, string>> = after === null ? {} : { after }
  const answer = await runtime.lookUps.call(adapter, {
    parameters,
    idempotencyKey: null,
    secrets: [],
    origin: 'process',
  })
  expect(answer.failure).toBeNull()
  return { rows: answer.rows ?? [], next: (JSON.parse(answer.body ?? '') as { next: string | null }).next }
}
async function readAll(key: string) {
  const pages: (string | null)[][] = []
  for (let after: string | null = null; ; ) {
    const { rows, next } = await ask(key, after)
    pages.push(rows.map(([id]) => id ?? null))
    if (next === null) return pages
    after = next
  }
}
const database = new URL(connectionString)
const postgresql = () =>
  connect(
    {
      ...{ host: '127.0.0.1', port: Number(database.port), database: database.pathname.slice(1) },
      username: decodeURIComponent(database.username),
    },
    decodeURIComponent(database.password),
  )

/** Larger than what a double can hold, as texts in another order than as numbers. */
const ids = [2, 9, 10, 100, '9007199254740993', '9007199254740994', '9007199254740995']
const statements = [
  'create table town (id bigint primary key, code varchar(20))',
  `insert into town values ${ids.map((id) => `(${id}, 'c${id}')`).join(', ')}`,
]

/** The same for each database. */
async function expectPages(apiId: string) {
  const keyset = { kind: 'keyset', column: 'id' } as const
  const all = ids.map(String)
  const byKey = await readAll(await adapt(apiId, { rowLimit: 2, paging: keyset }))
  expect(byKey).toEqual([all.slice(0, 2), all.slice(2, 4), all.slice(4, 6), all.slice(6)])
  // The number of rows is a multiple of that of a page.
  expect(await readAll(await adapt(apiId, { rowLimit: 7, paging: keyset }))).toEqual([all])
  const byText = await adapt(apiId, { rowLimit: 3, paging: { ...keyset, column: 'code', keyType: 'text' } })
  const texts = [...all].sort((one, other) => (`c${one}` < `c${other}` ? -1 : 1))
  expect((await readAll(byText)).flat()).toEqual(texts)
  const byOffset = await adapt(apiId, { rowLimit: 3, paging: { kind: 'offset', column: 'id' } })
  expect(await readAll(byOffset)).toEqual([all.slice(0, 3), all.slice(3, 6), all.slice(6)])
}

describe('the rows of a statement, page by page', async () => {
  for (const statement of statements) await admin.query(statement)
  await admin.query('grant select on town to public')
  const apiId = await postgresql()

  it('come from PostgreSQL', () => expectPages(apiId))

  it('are complete by their keys although others are added and removed between two pages', async () => {
    const key = await adapt(apiId, { rowLimit: 2, paging: { kind: 'keyset', column: 'id' } })
    const first = await ask(key, null)
    await admin.query('delete from town where id = 2; insert into town values (1), (50)')
    const second = await ask(key, first.next)
    expect(second.rows.map(([id]) => id)).toEqual(['10', '50'])
    await admin.query("delete from town where id in (1, 50); insert into town values (2, 'c2')")
  })

  it('come with the parameters of the statement, whose values stay values', async () => {
    const statement = "select id, code from town where code <> coalesce(:code, '')"
    const key = await adapt(apiId, { statement, rowLimit: 5, paging: { kind: 'keyset', column: 'id' } })
    expect((await readAll(key)).flat()).toHaveLength(ids.length)
    const adapter = await db.read({ workplaceId }, (tx) => findAdapter(tx, workplaceId, { key }))
    if (adapter === null) throw new Error('Expected an adapter.')
    const call = { idempotencyKey: null, secrets: [], origin: 'process' } as const
    const wrong = { code: 'x', after: '1; drop table town' }
    await expect(runtime.lookUps.call(adapter, { ...call, parameters: wrong })).rejects.toThrow('a whole number')
  })

  it.each([
    [{ action: 'change', statement: 'delete from town' }, 'settings.paging'],
    [{ statement: 'select id from town where id > :after' }, 'settings.statement'],
  ] as const)('are refused for %j', async (settings, where) => {
    const paging = { kind: 'keyset', column: 'id' } as const
    const body = { name: 'x', key: 'x', settings: { kind: 'sql' as const, paging, ...settings } }
    const refused = await integrator.call(calls.createAdapter, { params: { id: apiId }, body })
    expect(refused.error).toMatchObject({ code: 'external.invalid', details: [{ where }] })
  })

  it('come from SQLite', async () => {
    const file = join(folder, 'towns.db')
    const sqlite = new DatabaseSync(file)
    for (const statement of statements) sqlite.exec(statement)
    sqlite.close()
    await expectPages(await connect({ vendor: 'sqlite', database: file, port: 0 }))
  })

  it.skipIf(!hasMariadb)('come from MariaDB', { timeout: 240_000 }, async () => {
    const server = await openMariadb([
      'create database shop',
      `create user jo@127.0.0.1 identified by 'hush-hush-9'`,
      'grant all on shop.* to jo@127.0.0.1',
      ['use shop', ...statements].join('; '),
    ])
    try {
      const place = { vendor: 'mysql', host: '127.0.0.1', port: server.port, database: 'shop', username: 'jo' } as const
      await expectPages(await connect(place, 'hush-hush-9'))
    } finally {
      await server.close()
    }
  })
})

it('all of them feed a data list, or none of them if there are more than it can have', async () => {
  const key = await adapt(await postgresql(), { rowLimit: 2, paging: { kind: 'keyset', column: 'id' } })
  const columns = [{ key: 'id', name: 'Id', type: 'text' as const, isKey: true }]
  const list = await integrator.call(dataListCalls.create, { body: { key: 'towns', name: 'Towns', columns } })
  const params = { id: list.body.id }
  await integrator.call(dataListFeedCalls.save, { params, body: { adapter: key, mode: 'replace' } })
  const run = async () => (await integrator.call(dataListFeedCalls.run, { params, body: {} })).body
  expect(await run()).toMatchObject({ outcome: 'changed', rows: 7, added: 7 })
  await admin.query(`create table many_towns as select n as id, 'c' as code from generate_series(1, 100001) n`)
  await admin.query('create unique index on many_towns (id); grant select on many_towns to public')
  const many = { statement: 'select id, code from many_towns', rowLimit: 1_000 } as const
  const other = await adapt(await postgresql(), { ...many, paging: { kind: 'keyset', column: 'id' } })
  await integrator.call(dataListFeedCalls.save, { params, body: { adapter: other, mode: 'replace' } })
  expect(await run()).toMatchObject({ outcome: 'failed', message: expect.stringContaining('at most 100000 rows') })
})

/** `npm run soak` reads a million; every run reads some thousands. */
const isSoak = process.env.MILLRACE_SOAK === '1'
const rowCount = isSoak ? 1_000_000 : 5_000

it(`reads ${rowCount} rows in pages with flat memory`, { timeout: 900_000 }, async () => {
  await admin.query(`create table measured (id bigint primary key, note text)`)
  await admin.query(`insert into measured select n, repeat('x', 200) from generate_series(1, $1::int) n`, [rowCount])
  await admin.query('grant select on measured to public; analyze measured')
  const statement = 'select id, note from measured'
  const key = await adapt(await postgresql(), { statement, rowLimit: 1_000, paging: { kind: 'keyset', column: 'id' } })
  const [heaps, startedAt] = [[] as number[], performance.now()]
  let [sum, rows] = [0, 0]
  for (let after: string | null = null, pages = 0; ; pages++) {
    const page = await ask(key, after)
    rows += page.rows.length
    for (const [id] of page.rows) sum += Number(id)
    if (pages % 100 === 0) heaps.push(residentMegabytes())
    after = page.next
    if (after === null) break
  }
  expect([rows, sum]).toEqual([rowCount, (rowCount * (rowCount + 1)) / 2])
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  if (isSoak) console.log(`${rowCount} rows in ${seconds} s, resident memory in MB: ${heaps.join(' ')}`)
  // All rows together have more than 200 MB. What the collector takes its time with is less than a quarter of that.
  expect(Math.max(...heaps.slice(1), 0) - (heaps[1] ?? 0)).toBeLessThan(50)
})

/** Vitest does not expose the collector. Without it, the memory grows as long as nobody needs it. */
function residentMegabytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return Math.round(process.memoryUsage().rss / 1_048_576)
}
