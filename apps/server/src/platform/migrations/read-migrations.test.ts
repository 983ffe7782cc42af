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

it('lets each statement of an online migration be repeated', () => {
  const repeatable =
    /^(?:create (?:unique )?index concurrently if not exists|drop index concurrently if exists|(?:update|delete|insert|with)\b[\s\S]*\blimit \d+|call millrace_rest_all_in_moves\(\)$)/
  const once = readMigrations()
    .filter(({ isOnline }) => isOnline)
    .flatMap(({ name, sql }) => splitStatements(sql).map((statement) => `${name}: ${statement}`))
    .filter((text) => !repeatable.test(text.slice(text.indexOf(': ') + 2)))
  expect(once).toEqual([])
})

// Created in a transaction, an index lets nobody write to its table until the transaction ends.
it('lets no migration create an index of a large table while others wait', () => {
  const blocking =
    /create (?:unique )?index (?:if not exists )?\w+ on (?:only )?(?:history_\w+|audit_\w+|operation_log|instance|instance_listing)\b/g
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
