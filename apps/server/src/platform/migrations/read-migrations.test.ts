import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { splitStatements } from './apply-online.ts'
import { readMigrations } from './read-migrations.ts'

const folder = mkdtempSync(join(tmpdir(), 'millrace-migrations-'))
afterAll(() => rmSync(folder, { recursive: true }))
const add = (name: string) => writeFileSync(join(folder, name), 'select 1')

it('orders migrations that are counted before those that are named by their time', () => {
  for (const name of [
    '20261128171500_late.sql',
    '0002_second.sql',
    '20261128171459_early.sql',
    '0001_first.sql',
    'README.md',
  ])
    add(name)
  expect(readMigrations(folder).map(({ name }) => name)).toEqual([
    '0001_first.sql',
    '0002_second.sql',
    '20261128171459_early.sql',
    '20261128171500_late.sql',
  ])
})

it('refuses two of one number, and names them', () => {
  add('0002_other.sql')
  expect(() => readMigrations(folder)).toThrow(
    'Expected one migration with the number 2, but 0002_other.sql and 0002_second.sql have it.',
  )
})

// Row-level security is forced, and a migration has no workplace: it would change no row, without an error.
it('lets no migration change rows that it cannot see', () => {
  // Online migrations change rows in each workplace.
  const checked = readMigrations().filter(({ number, isOnline }) => number >= 20261129120000 && !isOnline)
  const blind = checked.flatMap(({ name, sql }) => {
    const outside = sql.replaceAll(/\$\$[\s\S]*?\$\$/g, '')
    return [...outside.matchAll(/^(?:update|delete from) (\w+)/gm)]
      .map(([, table = '']) => table)
      .filter((table) => !outside.includes(`alter table ${table} no force row level security`))
      .map((table) => `${name}: ${table}`)
  })
  expect(blind).toEqual([])
})

// The release before goes on beside a new one until all its servers are replaced.
it('lets no migration remove what the release before uses without saying so', () => {
  const breaking =
    /^(?:drop (?:table|function|type|view)|alter table .*(?:drop column|drop constraint|rename|set not null|alter column \w+ (?:set data )?type|add column (?!.*default)[^;]*not null))/m
  const silent = readMigrations()
    .filter(({ number, isContract }) => number >= 20261129165000 && !isContract)
    .filter(({ sql }) => breaking.test(sql.replaceAll(/^-- compatible: .+\n.+;$/gm, '')))
    .map(({ name }) => name)
  expect(silent).toEqual([])
  expect(
    ['alter table job drop column x', 'alter table job add column x int not null'].map((one) => breaking.test(one)),
  ).toEqual([true, true])
  expect(breaking.test('alter table job add column x int not null default 0')).toBe(false)
})

// A portion that changes fewer rows than it selects looks like the last one, and the rows behind it would stay as they are.
it('lets each statement of an online migration be repeated, and change every row that it selects', () => {
  const repeatable = [
    /^create (?:unique )?index concurrently if not exists /,
    /^drop index concurrently if exists /,
    /^call millrace_rest_all_in_moves\(\)$/,
    /^(?:update|delete from) (\w+)\s(?:[^;]*\s)?where (?:\w+|\([\w, ]+\)) in\s+\(select [\w, ]+ from \1\s[^;]*\slimit \d+\)$/,
    // An update of a row that somebody else has added counts, too.
    /^insert into \w+ \([\w, ]+\)\s+select\s[^;]*\slimit \d+(?: for (?:key )?share of \w+)?(?:\s+on conflict \([\w, ]+\) do update set [^;]+)?$/,
  ]
  const isRepeatable = (statement: string) =>
    repeatable.some((form) => form.test(statement)) && statement.split(/\blimit\b/).length <= 2
  const others = readMigrations()
    .filter(({ isOnline }) => isOnline)
    .flatMap(({ name, sql }) => splitStatements(sql).map((statement) => ({ name, statement })))
    .filter(({ statement }) => !isRepeatable(statement))
  expect(others).toEqual([])
  const some = 'select id from a where b is null limit 9'
  for (const statement of [
    `update a set b = 1 where id in (${some})`,
    `update a set b = 1 where (id) in\n  (${some})`,
    `delete from a where id in (${some})`,
    `insert into c (id) ${some} for key share of a on conflict (id) do update set id = c.id`,
  ])
    expect([statement, isRepeatable(statement)]).toEqual([statement, true])
  for (const statement of [
    'update a set b = 1',
    `update a set b = 1 where c = 1 and id in (${some})`,
    `update a set b = 1 where id in (${some}) and c = 1`,
    `update c set b = 1 where id in (${some})`,
    `update a set b = (select d from e limit 1) where id in (${some})`,
    `delete from a using c where a.id in (${some})`,
    `insert into c (id) ${some} on conflict do nothing`,
    `with some as (${some}) update a set b = 1 from some where a.id = some.id`,
  ])
    expect([statement, isRepeatable(statement)]).toEqual([statement, false])
})

const large = '(?:history_\\w+|audit_\\w+|operation_log|instance|instance_listing|app_user)'

// Created in a transaction, an index lets nobody write to its table until the transaction ends.
it('lets no migration create an index of a large table while others wait', () => {
  const blocking = new RegExp(`create (?:unique )?index (?:if not exists )?\\w+ on (?:only )?${large}\\b`, 'g')
  const found = (sql: string) =>
    [...sql.matchAll(blocking)].map(([statement]) => statement).filter((statement) => !isOfNewTable(statement, sql))
  // The table of the file has no rows yet.
  const isOfNewTable = (statement: string, sql: string) =>
    new RegExp(`create table ${statement.split(' ').at(-1)}\\b`).test(sql)
  const checked = readMigrations().filter(({ number, isOnline }) => number >= 20261130120000 && !isOnline)
  expect(checked.flatMap(({ name, sql }) => found(sql).map((statement) => `${name}: ${statement}`))).toEqual([])
  expect(found('create index a on history_fact (id);\ncreate unique index b on audit_entry\n  (id);')).toHaveLength(2)
  expect(found('create index a on instance (id);\ncreate index b on instance_comment (id);')).toHaveLength(1)
  expect(found('create table history_more (id int);\ncreate index a on history_more (id);')).toEqual([])
})

// The locks of its tables are held until the last row is copied or changed.
it('lets no migration copy or change the rows of a large table while others wait', () => {
  const slow = new RegExp(
    `^(?:update ${large}|delete from ${large}|insert into [^;]+\\b(?:from|join) ${large})\\b`,
    'gm',
  )
  const found = (sql: string) => sql.replaceAll(/\$\$[\s\S]*?\$\$/g, '').match(slow) ?? []
  const checked = readMigrations().filter(({ number, isOnline }) => number >= 20261130120000 && !isOnline)
  expect(checked.flatMap(({ name, sql }) => found(sql).map((statement) => `${name}: ${statement}`))).toEqual([])
  expect(found('update app_user set a = 1;\ninsert into a (b)\n  select b from history_fact;')).toHaveLength(2)
  expect(found('insert into a (b) values (1);\ncreate function c() as $$\nupdate instance set d = 1;\n$$;')).toEqual([])
})
