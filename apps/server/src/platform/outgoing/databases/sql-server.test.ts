import { createAuthority } from '@millrace/server/testing/certificates'
import { openTdsServer } from '@millrace/server/testing/tds-server'
import { afterAll, describe, expect, it } from 'vitest'
import { readAllowedAddresses } from '../addresses.ts'
import { createDatabaseClient } from '../database-client.ts'
import { askSqlServer, hasOtherStatement, mayCommitItself } from './sql-server.ts'

const allowed = readAllowedAddresses('127.0.0.1')
if (allowed === null) throw new Error('Expected an address.')
const client = createDatabaseClient({ allowed })
const plain = await openTdsServer()
const encrypted = await openTdsServer(await (await createAuthority()).issue('localhost'))
afterAll(() => Promise.all([plain.close(), encrypted.close()]))

const password = 'hush-hush-9'
const place = {
  vendor: 'sqlserver',
  host: '127.0.0.1',
  database: 'shop',
  username: 'jo',
  password,
  tls: 'off',
} as const
const ask = (more: Partial<Parameters<typeof client.ask>[0]>, statement = 'select 1') =>
  client.ask(
    { ...place, port: plain.port, ...more },
    { statement, values: [], changes: false, rowLimit: 1, timeoutMs: 10_000 },
  )

describe('a SQL Server', () => {
  it('that refuses the sign-in is quoted without the password, and no connection stays', async () => {
    const failure = await ask({}).catch((error: unknown) => error)
    expect(failure).toMatchObject({
      message:
        'Expected 127.0.0.1 to accept “jo” for the database “shop”, but it rejects the user name, the password or the database.',
      isFinal: true,
      mayHaveArrived: false,
    })
    expect(String(failure)).not.toContain(password)
    await expect.poll(() => plain.count()).toBe(0)
  })

  it('without encryption gets nothing where encryption is wanted', async () => {
    const before = plain.received.length
    for (const tls of ['on', 'verified'] as const)
      await expect(ask({ tls })).rejects.toThrow('Expected 127.0.0.1 to speak TLS, but it does not.')
    expect(plain.received).toHaveLength(before)
  })

  it('with a certificate that cannot be verified gets nothing', async () => {
    await expect(ask({ tls: 'verified', port: encrypted.port })).rejects.toThrow('that can be verified, but it cannot')
    expect(encrypted.received).toEqual([])
  })

  it('in a private network is not called, and one that is not there is named', async () => {
    await expect(ask({ host: '10.0.0.1' })).rejects.toMatchObject({ isPrivateAddress: true })
    await expect(ask({ port: 1 })).rejects.toThrow(
      'Expected a SQL Server at 127.0.0.1, port 1, but the connection failed: ECONNREFUSED',
    )
  })
})

describe('a SELECT for SQL Server', () => {
  it.each([
    'select code from town where a = @p1 order by code offset 0 rows fetch next 5 rows only',
    "select [delete], \"update\", 'drop table t', N'it''s' from [a]]b commit] -- delete\n/* insert */",
    'with x as (select 1 as a) select * from x with (updlock)',
    'select updated, deleted_at, @@version, #t.a from #t',
    'select 1.5e3, 0xdeed, $1.5, 2as x, next, value from t for xml auto -- one\r\n/* two * / */',
  ])('%s is one', (statement) => expect(hasOtherStatement(statement)).toBe(false))

  it.each([
    'select 1 commit delete from town',
    "select 1 as e'x\\' delete from town --'",
    'select 1\nEXEC xp_cmdshell @p1',
    'select * into copy from town',
    'with x as (select * from town) delete from x',
    "select * from openrowset('x', 'y', 'z')",
    "select 1 /* x */waitfor delay '1:00'",
    'select [a]]] update town set a = 1',
    // Comments of SQL Server contain comments, and a number needs no space behind it.
    "select 1 /* /* */ ' */ commit delete from town --'",
    "select 1 -- x\r ' \n commit delete from town --'",
    'select 1e0commit',
    'select $1commit',
    'select 0xdelete from town',
    "select e'\\' ; disable trigger t on town --'",
    'select next value for numbers',
  ])('%s is not', (statement) => expect(hasOtherStatement(statement)).toBe(true))
})

describe('a change for SQL Server', () => {
  it.each([
    "insert into note (text) values ('commit exec')",
    'update [exec] set a = 1 -- commit',
    'with x as (select 1 as a) delete from note where a in (select a from x)',
    'merge note as n using town as t on n.id = t.id when matched then delete;',
  ])('%s leaves its transaction open', (statement) => expect(mayCommitItself(statement)).toBe(false))

  it.each([
    'insert into note (text) values (1) commit',
    'insert into note exec find_notes',
    'execute save_note @p1',
    'save_note @p1',
    '[save_note] @p1',
    'update note set a = 1e0commit',
    'begin transaction insert into note values (1) commit',
    'update note set a = 1 /* /* */ commit --*/',
    'insert into note values (1) rollback insert into note values (2)',
  ])('%s may end it', (statement) => expect(mayCommitItself(statement)).toBe(true))

  it.each([
    ['exec save_note', true],
    ['insert into note values (1)', false],
  ])('%s without an answer: may have arrived is %s', async (statement, isStarted) => {
    class Request {
      readonly done: () => void
      constructor(_: string, done: () => void) {
        this.done = done
      }
      on() {}
    }
    const connection = { execSqlBatch: ({ done }: Request) => done(), execSql: () => {} }
    const change = { isStarted: false }
    const question = { statement, values: [], changes: true, rowLimit: 1, timeoutMs: 1_000 }
    const limit = new Promise<never>(() => {})
    void askSqlServer(connection as never, { Request } as never, { question, change, limit })
    await new Promise((resolve) => setImmediate(resolve))
    expect(change).toEqual({ isStarted })
  })
})
