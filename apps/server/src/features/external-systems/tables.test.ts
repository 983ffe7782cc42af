import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type BodyOf, externalSystemCalls as calls, type DatabaseTable } from '@millrace/contract'
import { createTestApp } from '@millrace/server/testing'
import { hasMariadb, openMariadb } from '@millrace/server/testing/mariadb-server'
import { afterAll, describe, expect, it } from 'vitest'
import { readAllowedAddresses } from '../../platform/outgoing/addresses.ts'
import { createDatabaseClient } from '../../platform/outgoing/database-client.ts'
import { createFolderClient } from '../../platform/outgoing/folder-client.ts'

const allowed = readAllowedAddresses('127.0.0.1')
if (allowed === null) throw new Error('Expected an address.')
const folder = await realpath(await mkdtemp(join(tmpdir(), 'millrace-tables-')))
afterAll(() => rm(folder, { recursive: true }))
const folders = createFolderClient({ roots: [folder] })
const app = await createTestApp({ databases: createDatabaseClient({ allowed, folders }) })
const { admin, connectionString, signIn } = app
const integrator = await signIn({ roles: ['RoleIntegration'] })
const systemId = (await integrator.call(calls.create, { body: { name: 'Databases' } })).body.id

type Settings = Extract<BodyOf<typeof calls.createConnection>['settings'], { kind: 'database' }>
let count = 0
async function connect(settings: Partial<Settings>, secret = '') {
  const name = `D${++count}`
  const made = await integrator.call(calls.createConnection, {
    params: { id: systemId },
    body: { name, settings: { kind: 'database', database: '', tls: 'off', seconds: 20, ...settings }, secret },
  })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  const body = { name, connectionId: made.body.id }
  const api = await integrator.call(calls.createApi, { params: { id: systemId }, body })
  return { apiId: api.body.id, connectionId: made.body.id }
}
async function list(apiId: string, query: { search?: string; afterSchema?: string; afterName?: string } = {}) {
  return (await integrator.call(calls.listTables, { params: { id: apiId }, query })).body
}
async function listAll(apiId: string) {
  const all: DatabaseTable[] = []
  for (let pages = 1; ; pages++) {
    const last = all.at(-1)
    const after = last === undefined ? {} : { afterSchema: last.schema, afterName: last.name }
    const { tables, isMore, fault } = await list(apiId, after)
    expect(fault).toBeNull()
    all.push(...tables)
    if (!isMore) return { all, pages }
  }
}

const statements = [
  'create table customer (id integer primary key, city varchar(50) not null)',
  'create table orders (id integer primary key, customer_id integer, foreign key (customer_id) references customer (id))',
  'create view big_city as select city from customer',
]
const many = Array.from({ length: 60 }, (_, at) => `create table many_${String(at).padStart(2, '0')} (a integer)`)

/** What each database tells in its own way. */
function expectTables(tables: readonly DatabaseTable[]) {
  const find = (name: string) => tables.find((one) => one.name === name)
  expect(find('customer')?.columns).toMatchObject([
    { name: 'id', isKey: true, reference: null },
    { name: 'city', isNullable: false, isKey: false, type: expect.stringMatching(/var(?:char|ying).*50/i) },
  ])
  expect(find('orders')?.columns[1]).toMatchObject({ name: 'customer_id', isNullable: true, reference: 'customer.id' })
  expect(find('big_city')).toMatchObject({ kind: 'view', columns: [{ name: 'city' }] })
  const names = tables.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names.filter((name) => name.startsWith('many_'))).toHaveLength(60)
}

describe('the tables of PostgreSQL', async () => {
  const { username, password, port, pathname } = new URL(connectionString)
  // Roles belong to the server of all tests.
  const role = `reader_${pathname.slice(1)}`
  await admin.query(`create role "${role}" login password 'hush-hush-9'`)
  afterAll(() => admin.query(`drop owned by "${role}"; drop role "${role}"`))
  await admin.query('create schema shop')
  await admin.query(`grant usage on schema shop to "${role}"`)
  for (const statement of [...statements, ...many])
    await admin.query(`set search_path to shop; ${statement}; set search_path to public`)
  await admin.query('create table shop.hidden (secret text)')
  await admin.query(`grant select on all tables in schema shop to "${role}"; revoke all on shop.hidden from "${role}"`)
  const place = { host: '127.0.0.1', port: Number(port), database: pathname.slice(1) }
  const reader = await connect({ ...place, username: role }, 'hush-hush-9')

  it('are listed with their columns, page by page, as far as the user may read them', async () => {
    const { all, pages } = await listAll(reader.apiId)
    const shop = all.filter(({ schema }) => schema === 'shop')
    // The role of the reader has no search path with this schema.
    expect(shop.find(({ name }) => name === 'orders')?.columns[1]?.reference).toBe('shop.customer.id')
    expectTables(
      shop.map((table) => ({
        ...table,
        columns: table.columns.map((column) => ({
          ...column,
          reference: column.reference?.replace('shop.', '') ?? null,
        })),
      })),
    )
    expect(pages).toBeGreaterThan(2)
    expect(all.map(({ name }) => name)).not.toContain('hidden')
    expect(all.some(({ schema }) => schema.startsWith('pg_'))).toBe(false)
  })

  it('are found by a part of the name of a table or column, whatever its signs', async () => {
    expect((await list(reader.apiId, { search: 'CUSTOMER' })).tables.map(({ name }) => name)).toEqual([
      'customer',
      'orders',
    ])
    for (const search of [`'; drop table shop.customer; --`, '%', '_x_', '\\'])
      expect(await list(reader.apiId, { search })).toEqual({ tables: [], isMore: false, fault: null })
    expect((await list(reader.apiId, { search: 'customer' })).tables).toHaveLength(2)
  })

  it('are said to be missing where the database does not answer, without its secret', async () => {
    const { apiId } = await connect({ ...place, username }, `${password}-wrong`)
    const { fault, tables } = await list(apiId)
    expect(tables).toEqual([])
    expect(fault).toMatch(/rejects the user name or the password|to accept/)
  })

  it('are listed for integrators only, and not of what is disabled', async () => {
    const designer = await signIn({ roles: ['RoleDesign'] })
    expect((await designer.call(calls.listTables, { params: { id: reader.apiId } })).status).toBe(403)
    const other = await connect({ ...place, username: role }, 'hush-hush-9')
    const query = { deletedReason: 'Old' }
    await integrator.call(calls.disableApi, { params: { id: other.apiId }, query })
    const refused = await integrator.call(calls.listTables, { params: { id: other.apiId } })
    expect(refused.body).toMatchObject({ code: 'thing.disabled' })
    const none = await integrator.call(calls.listTables, { params: { id: 'none' } })
    expect(none.status).toBe(404)
  })
})

it('lists the tables of SQLite', async () => {
  const file = join(folder, 'shop.db')
  const database = new DatabaseSync(file)
  for (const statement of [...statements, ...many]) database.exec(statement)
  // A view whose table was dropped, and one that calls a function of another program.
  database.exec('create table gone (a); create view broken as select a from gone; drop table gone')
  database.exec('create view foreign_call as select their_function(city) as c from customer')
  database.close()
  const { apiId } = await connect({ vendor: 'sqlite', database: file, port: 0 })
  const { all, pages } = await listAll(apiId)
  expectTables(all)
  expect(pages).toBe(3)
  expect((await list(apiId, { search: 'city' })).tables.map(({ name }) => name)).toEqual(['big_city', 'customer'])
  for (const name of ['broken', 'foreign_call'])
    expect(all.find((one) => one.name === name)).toMatchObject({ kind: 'view', columns: [] })
})

it.skipIf(!hasMariadb)('lists the tables of MariaDB', { timeout: 240_000 }, async () => {
  const server = await openMariadb([
    'create database shop',
    `create user jo@127.0.0.1 identified by 'hush-hush-9'`,
    'grant all on shop.* to jo@127.0.0.1',
    ['use shop', ...statements, ...many, 'create table Customer (other integer)'].join('; '),
  ])
  try {
    const place = { vendor: 'mysql', host: '127.0.0.1', port: server.port, database: 'shop', username: 'jo' } as const
    const { apiId } = await connect(place, 'hush-hush-9')
    const { all, pages } = await listAll(apiId)
    expectTables(all)
    expect(pages).toBe(3)
    // Another table than customer, at the end of a page or not.
    expect(all.find(({ name }) => name === 'Customer')?.columns).toMatchObject([{ name: 'other' }])
    const after = { afterSchema: '', afterName: 'Customer' }
    expect((await list(apiId, { search: 'customer', ...after })).tables.map(({ name }) => name)).toEqual([
      'customer',
      'orders',
    ])
    const cities = (await list(apiId, { search: 'CITY' })).tables.map(({ name }) => name)
    expect(cities).toEqual(expect.arrayContaining(['big_city', 'customer']))
  } finally {
    await server.close()
  }
})
