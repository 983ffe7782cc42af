import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { readAllowedAddresses } from '../addresses.ts'
import { createDatabaseClient } from '../database-client.ts'
import { createFolderClient } from '../folder-client.ts'

const top = await realpath(await mkdtemp(join(tmpdir(), 'millrace-sqlite-')))
afterAll(() => rm(top, { recursive: true }))
const [open, fixed] = [join(top, 'open'), join(top, 'fixed')]
for (const path of [open, fixed]) await mkdir(path)
const file = join(open, 'shop.db')
const allowed = readAllowedAddresses('off')
if (allowed === null) throw new Error('Expected none to be allowed.')
const folders = createFolderClient({ roots: [fixed], writable: [open] })
const client = createDatabaseClient({ allowed, folders })

const place = {
  vendor: 'sqlite',
  host: '',
  port: 0,
  database: file,
  username: '',
  password: '',
  tls: 'verified',
} as const
const usual = { values: [], changes: false, rowLimit: 100, timeoutMs: 20_000 }
const ask = (statement: string, more: Partial<Parameters<typeof client.ask>[1]> = {}, database: string = file) =>
  client.ask({ ...place, database }, { ...usual, statement, ...more })

beforeEach(async () => {
  await rm(file, { force: true })
  const made = new DatabaseSync(file)
  made.exec(`create table town (code text primary key, people integer, area real, flag blob, [a :b] text);
    insert into town values ('LIS', 9007199254740993, 100.5, x'00ff', null), ('OPO', 230000, 41.4, null, 'é')`)
  made.close()
})

describe('a SQLite file', () => {
  it('has rows with each value as text, no more than wanted', async () => {
    expect(await ask('select * from town order by code')).toEqual({
      columns: ['code', 'people', 'area', 'flag', 'a :b'],
      rows: [
        ['LIS', '9007199254740993', '100.5', '\\x00ff', null],
        ['OPO', '230000', '41.4', null, 'é'],
      ],
    })
    expect(
      (await ask('select code from town where people = ? or code = ?', { values: ['230000', null] })).rows,
    ).toEqual([['OPO']])
    const numbers = 'with recursive n(i) as (select 1 union all select i + 1 from n) select i from n'
    expect((await ask(numbers, { rowLimit: 3 })).rows).toEqual([['1'], ['2'], ['3']])
  })

  it('takes values as values only', async () => {
    const value = "x' or 1 = 1; drop table town; --"
    expect((await ask('select code from town where code = ?', { values: [value] })).rows).toEqual([])
    expect((await ask('select ? as said', { values: [value] })).rows).toEqual([[value]])
  })

  it('is changed in a transaction by changes, and by nothing else', async () => {
    const insert = "insert into town (code) values ('FAO'), ('BRA')"
    await expect(ask(insert)).rejects.toThrow(/only reads|only uses tables/)
    expect(await ask(insert, { changes: true })).toEqual({ columns: ['affected'], rows: [['2']] })
    const returned = await ask("update town set people = 1 where code <> 'LIS' returning code", {
      changes: true,
      rowLimit: 2,
    })
    expect(returned.rows).toHaveLength(2)
    expect((await ask('select count(*) from town where people = 1')).rows).toEqual([['3']])
    await expect(ask("insert into town (code) values ('NEW'), ('LIS')", { changes: true })).rejects.toMatchObject({
      message: expect.stringContaining('UNIQUE constraint failed'),
      isFinal: true,
      mayHaveArrived: false,
    })
    expect((await ask("select 1 from town where code = 'NEW'")).rows).toEqual([])
  })

  it('cannot reach another file, change its structure, or load code', async () => {
    await writeFile(join(top, 'secret.db'), '')
    for (const statement of [
      `attach database '${join(top, 'secret.db')}' as other`,
      `vacuum into '${join(open, 'copy.db')}'`,
      'drop table town',
      'create table t (a)',
      'pragma writable_schema = on',
      'pragma journal_mode = wal',
      "select load_extension('/lib/x.so')",
    ])
      await Promise.all(
        [false, true].map((changes) => expect(ask(statement, { changes }), statement).rejects.toThrow('Expected')),
      )
    expect((await ask("select name from pragma_table_info('town') limit 1")).rows).toEqual([['code']])
  })

  it('is ended when a statement takes too long, natively too, or needs too much', async () => {
    const endless = 'with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n'
    await expect(ask(endless, { timeoutMs: 1500 })).rejects.toThrow(`Expected ${file} to answer within 1500 ms`)
    await expect(ask('select zeroblob(200000000) as a, zeroblob(200000000) as b')).rejects.toThrow('Expected')
    await expect(ask("select printf('%.*c', 6000000, 'x') as a")).rejects.toThrow('at most 5242880 bytes')
  })

  it('has nothing left of a change that was ended', async () => {
    // Large enough that a part of it is in the file already.
    const endless = `insert into town (code) with recursive n(i) as (select 1 union all select i + 1 from n)
      select printf('%.*c', 1000, 'x') || i from n`
    await expect(ask(endless, { changes: true, timeoutMs: 2500 })).rejects.toMatchObject({ mayHaveArrived: true })
    await expect.poll(() => ask('select count(*) from town').then(({ rows }) => rows, String)).toEqual([['2']])
  })

  it('that an ended change of another program is left in says so', async () => {
    const script = `const d = new (require('node:sqlite').DatabaseSync)(process.argv[1])
      d.exec('pragma cache_size = 2; begin')
      for (let i = 0; i < 500; i++) d.exec("insert into town (code) values ('" + 'x'.repeat(1000) + i + "')")
      process.kill(process.pid, 'SIGKILL')`
    await once(spawn(process.execPath, ['-e', script, file]), 'exit')
    await expect(ask('select count(*) from town')).rejects.toMatchObject({
      message: expect.stringContaining('but a change of it broke off'),
      isFinal: false,
    })
    await ask("delete from town where code = 'none'", { changes: true })
    expect((await ask('select count(*) from town')).rows).toEqual([['2']])
  })

  it('that no process can be started for fails, and nothing else does', async () => {
    const { execPath } = process
    process.execPath = join(top, 'none')
    try {
      await expect(ask('select 1')).rejects.toThrow('but it ended without one')
    } finally {
      process.execPath = execPath
    }
  })

  it('that others write to is waited for, and nothing is unknown', async () => {
    const other = new DatabaseSync(file)
    other.exec('begin immediate')
    await expect(ask('delete from town', { changes: true, timeoutMs: 4000 })).rejects.toMatchObject({
      message: `Expected to use ${file}, but others are writing to it.`,
      isFinal: false,
      mayHaveArrived: false,
    })
    other.exec('rollback')
    other.close()
  })

  it('is in an allowed folder, and a database', async () => {
    await writeFile(join(top, 'secret.db'), 'a secret')
    await symlink(join(top, 'secret.db'), join(open, 'link.db'))
    await writeFile(join(open, 'text.db'), 'no database at all, but long enough to be looked at'.repeat(20))
    await rm(join(fixed, 'fixed.db'), { force: true })
    const made = new DatabaseSync(join(fixed, 'fixed.db'))
    made.exec('create table t (a); insert into t values (1)')
    made.close()
    for (const [path, words] of [
      [join(top, 'secret.db'), 'Expected a permitted folder'],
      [join(open, 'link.db'), 'leads out of it'],
      [join(open, '..', 'secret.db'), 'Expected a permitted folder'],
      [join(open, 'none.db'), 'but there is none'],
      [open, 'Expected a permitted folder'],
      [join(open, 'text.db'), 'Expected a SQLite database'],
    ] as const)
      await expect(ask('select 1 from sqlite_schema', {}, path), path).rejects.toThrow(words)
    const read = join(fixed, 'fixed.db')
    expect((await ask('select a from t', {}, read)).rows).toEqual([['1']])
    await expect(ask('delete from t', { changes: true }, read)).rejects.toThrow('MILLRACE_FILE_WRITE_ROOTS')
    await chmod(read, 0o644)
    await expect(createDatabaseClient({ allowed }).ask(place, { ...usual, statement: 'select 1' })).rejects.toThrow(
      'but no folder is permitted',
    )
  })
})
