import { type BodyOf, externalSystemCalls as calls } from '@millrace/contract'
import { createTestApp } from '@millrace/server/testing'
import { hasMariadb, openMariadb } from '@millrace/server/testing/mariadb-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readAllowedAddresses } from '../../platform/outgoing/addresses.ts'
import { createDatabaseClient } from '../../platform/outgoing/database-client.ts'

const password = 'hush-hush-9'

describe.skipIf(!hasMariadb)('a MariaDB', () => {
  type Call = Awaited<ReturnType<Awaited<ReturnType<typeof createTestApp>>['signIn']>>
  let integrator: Call
  let server: Awaited<ReturnType<typeof openMariadb>>
  let systemId = ''
  let apiId = ''
  let adapterId = ''
  let count = 0
  beforeAll(async () => {
    server = await openMariadb([
      'create database shop',
      `create user jo@127.0.0.1 identified by '${password}'`,
      'grant all on shop.* to jo@127.0.0.1',
      'create table shop.town (code varchar(3) primary key, city varchar(50), people bigint, since date, price decimal(10,2), raw blob, doc json)',
      `insert into shop.town values ('LIS', 'Lisbon', 9007199254740993, '2026-11-29', 1.50, x'ff00', '{"a":1}'), ('OPO', '${password}', null, null, null, null, null)`,
      'create procedure shop.find_town(c varchar(3)) select code, city from town where code = c',
      'create table shop.note (text varchar(9))',
      "delimiter //\ncreate procedure shop.note_busy() begin insert into note values ('x'); commit; signal sqlstate '40001'; end//",
      "delimiter //\ncreate procedure shop.note_refused() begin insert into note values ('x'); signal sqlstate '45000'; end//",
    ])
    const allowed = readAllowedAddresses('127.0.0.1')
    if (allowed === null) throw new Error('Expected an address.')
    const { signIn } = await createTestApp({ databases: createDatabaseClient({ allowed }) })
    integrator = await signIn({ roles: ['RoleIntegration'] })
    systemId = (await integrator.call(calls.create, { body: { name: 'Shop' } })).body.id
    const connection = await connect()
    const body = { name: 'Towns', connectionId: connection.id }
    apiId = (await integrator.call(calls.createApi, { params: { id: systemId }, body })).body.id
  }, 240_000)
  afterAll(() => server?.close())

  type Database = Extract<BodyOf<typeof calls.createConnection>['settings'], { kind: 'database' }>
  const connect = async (more: Partial<Database> = {}, secret = password) => {
    const settings = { kind: 'database', vendor: 'mysql', host: '127.0.0.1', port: server.port, tls: 'off' } as const
    const place = { ...settings, database: 'shop', username: 'jo', seconds: 5, ...more }
    const body = { name: `C${++count}`, settings: place, secret }
    return (await integrator.call(calls.createConnection, { params: { id: systemId }, body })).body
  }
  const faultOf = async (more: Partial<Database>, secret?: string) => {
    const { id } = await connect(more, secret)
    return (await integrator.call(calls.testConnection, { params: { id } })).body.fault
  }
  type Statement = Omit<Extract<BodyOf<typeof calls.createAdapter>['settings'], { kind: 'sql' }>, 'kind'>
  const save = async (settings: Statement) => {
    const body = { name: 'Town', settings: { kind: 'sql', ...settings } } as const
    if (adapterId !== '') return integrator.call(calls.saveAdapter, { params: { id: adapterId }, body })
    const made = await integrator.call(calls.createAdapter, { params: { id: apiId }, body: { ...body, key: 'town' } })
    adapterId = made.body.id
    return made
  }
  const run = async (statement: string, parameters: Record<string, string> = {}, more: Partial<Statement> = {}) => {
    expect((await save({ statement, ...more })).status).toBe(200)
    return (await integrator.call(calls.tryAdapter, { params: { id: adapterId }, body: { parameters } })).body
  }
  const change = { action: 'change' } as const

  it('says that a procedure may have changed something, unless it refuses for good', async () => {
    const allowed = readAllowedAddresses('127.0.0.1')
    if (allowed === null) throw new Error('Expected an address.')
    const place = { vendor: 'mysql', host: '127.0.0.1', port: server.port, database: 'shop', username: 'jo' } as const
    const ask = (statement: string) =>
      createDatabaseClient({ allowed }).ask(
        { ...place, password, tls: 'off' },
        { statement, values: [], changes: true, rowLimit: 10, timeoutMs: 20_000 },
      )
    // It has committed by then, so another try would do it twice.
    await expect(ask('call note_busy()')).rejects.toMatchObject({ isFinal: false, mayHaveArrived: true })
    await expect(ask('call note_refused()')).rejects.toMatchObject({ isFinal: true, mayHaveArrived: false })
    await expect(ask("insert into town (code) values ('LIS')")).rejects.toMatchObject({ mayHaveArrived: false })
  })

  it('is tested, and says what is wrong', async () => {
    expect(await faultOf({})).toBeNull()
    expect(await faultOf({}, 'another')).toContain('rejects the user name or the password')
    expect(await faultOf({ database: 'nothing' })).toMatch(/there is none|rejects the user name/)
    expect(await faultOf({ port: 1 })).toContain('Expected a MySQL or MariaDB at 127.0.0.1, port 1')
    expect(await faultOf({ tls: 'verified' })).toContain('to speak TLS')
    expect(await faultOf({ host: '10.0.0.1' })).toContain('private network')
  })

  it('gives its rows with each value as text, without the secret', async () => {
    const { rows } = await run('select * from town where (:code is null or code = :code) order by code')
    expect(rows).toEqual([
      ['LIS', 'Lisbon', '9007199254740993', '2026-11-29', '1.50', '\\xff00', '{"a":1}'],
      ['OPO', '•••', '', '', '', '', ''],
    ])
    const one = await run('select `code`, city from town where code = :code or :code is null', { code: 'LIS' })
    expect(one).toMatchObject({ columns: ['code', 'city'], rows: [['LIS', 'Lisbon']] })
    expect((await run('select code from town', {}, { rowLimit: 1 })).count).toBe(1)
  })

  it('takes values as values', async () => {
    for (const code of ["' or 1=1 -- ", "LIS'; drop table town; -- ", '\\', "\\' or 1=1 #"])
      expect((await run('select code from town where code = :code', { code })).rows).toEqual([])
    expect((await run('select count(*) as n from town')).rows).toEqual([['2']])
  })

  it('is not changed by a statement that selects', async () => {
    expect((await save({ statement: 'delete from town' })).error.code).toBe('external.invalid')
    expect((await save({ statement: 'select 1; delete from town' })).error.code).toBe('external.invalid')
    const { fault } = await run("with t as (select 1) select code into outfile '/tmp/millrace-x' from town")
    expect(fault).not.toBeNull()
    expect((await run('select count(*) as n from town')).rows).toEqual([['2']])
  })

  it('is changed by a statement of its own kind', async () => {
    const insert = 'insert into town (code, city) values (:code, :city)'
    expect(await run(insert, { code: 'EVO', city: 'Évora' }, change)).toMatchObject({
      columns: ['affected'],
      rows: [['1']],
    })
    expect((await run(insert, { code: 'EVO', city: 'x' }, change)).fault).toContain('Duplicate entry')
    expect(
      (await run('update town set city = :city where code = :code', { code: 'EVO', city: 'E' }, change)).rows,
    ).toEqual([['1']])
    expect(await run('call find_town(:code)', { code: 'EVO' }, change)).toMatchObject({
      columns: ['code', 'city'],
      rows: [['EVO', 'E']],
    })
    expect((await run('delete from town where code = :code', { code: 'EVO' }, change)).rows).toEqual([['1']])
    expect((await save({ statement: 'drop table town', ...change })).error.code).toBe('external.invalid')
  })

  it('is left after the time of the connection', async () => {
    const { id } = await connect({ seconds: 1 })
    const params = { id: apiId }
    await integrator.call(calls.saveApi, { params, body: { name: 'Towns', connectionId: id } })
    expect((await run('select sleep(60)')).ms).toBeLessThan(30_000)
    expect((await run('select count(*) as n from town a, town b, town c')).rows).toEqual([['8']])
  })
})
