import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest'
import { migrate } from './migrate.ts'
import { type Migration, readMigrations } from './read-migrations.ts'

const { url, adminUrl } = inject('postgres')
const admin = new pg.Pool({ connectionString: adminUrl, max: 1 })
const created: string[] = []
let connectionString = ''

beforeEach(async () => {
  const name = `index_${randomUUID().replaceAll('-', '')}`
  await admin.query(`create database ${name} owner millrace`)
  created.push(name)
  connectionString = Object.assign(new URL(url), { pathname: `/${name}` }).href
})

afterAll(async () => {
  for (const name of created) await admin.query(`drop database ${name} with (force)`)
  await admin.end()
})

const [platform] = readMigrations()
const asMigration = (number: number, sql: string, isOnline: boolean): Migration => ({
  number,
  name: `000${number}_test.sql`,
  sql,
  checksum: `sum ${sql}`,
  isContract: false,
  isOnline,
})

// A partition of a month has its columns in another order where the table got more columns later.
const tables = asMigration(
  2,
  `create table event (at date not null, id int not null, kind text) partition by range (at);
   create table event_a partition of event for values from ('2030-01-01') to ('2030-02-01');
   create table event_b (kind text, id int not null, at date not null);
   alter table event attach partition event_b for values from ('2030-02-01') to ('2030-03-01');
   create table event_default partition of event default;
   insert into event select '2030-01-01'::date + n % 90, n, 'kind ' || n % 3 from generate_series(1, 900) n;`,
  false,
)
const long = 'event_by_the_kind_of_the_event_and_by_its_time'
const longer = 'event_by_the_kind_of_the_event_and_by_its_identifier'
const index = (name: string, columns: string) =>
  `create index concurrently if not exists ${name} on event (${columns})\n  where kind in ('kind 1', 'kind 2') and id > 10;\n`
const online = asMigration(3, `-- online\n${index(long, 'kind, at')}${index(longer, 'kind, id')}`, true)
const all = [platform as Migration, tables, online]

async function openClient() {
  const client = new pg.Client({ connectionString })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** The indexes of each partition: valid, attached to an index of the table, by the index that they are part of. */
async function readIndexes(client: pg.Client) {
  const { rows } = await client.query<{ part: string; name: string; parent: string | null; valid: boolean }>(
    `select i.indrelid::regclass::text as part, i.indexrelid::regclass::text as name, h.inhparent::regclass::text as parent, i.indisvalid as valid
      from pg_index i left join pg_inherits h on h.inhrelid = i.indexrelid
      where i.indrelid in (select relid from pg_partition_tree('event') where isleaf) order by 1, 3`,
  )
  return rows
}

const expected = (parts: readonly string[]) =>
  parts.flatMap((part) => [longer, long].map((parent) => ({ part, name: expect.any(String), parent, valid: true })))

/** Whether the named index exists and is used. */
const isValid = async (client: pg.Client, name: string) =>
  (await client.query('select indisvalid as valid from pg_index where indexrelid = to_regclass($1)', [name])).rows[0]
    ?.valid

const isCreating = (part: string) =>
  `select pid from pg_stat_activity where datname = current_database() and state = 'active'
    and query like 'create index concurrently%' and query like '% on ${part} (%' and wait_event_type = 'Lock'`

const write = `insert into event values ('2030-01-05', 1001, 'kind 1'), ('2030-02-05', 1002, 'kind 1'), ('2030-06-05', 1003, 'kind 1')`

describe('an index of a partitioned table, created online', () => {
  it('lets others write while it waits for somebody, and goes on after an interruption', async () => {
    await migrate({ connectionString }, all.slice(0, 2))
    const [holder, writer] = [await openClient(), await openClient()]
    await holder.query(`begin; update event set id = id where at = '2030-02-01'`)
    // Waiting for another would be a failure, not a pause.
    await writer.query(`set lock_timeout = '100ms'`)
    const first = migrate({ connectionString }, all, { lockMs: 60_000 }).catch(String)
    await expect.poll(async () => (await writer.query(isCreating('event_b'))).rowCount).toBe(1)
    await writer.query(write)
    await writer.query(`update event set kind = 'kind 2' where id > 1000`)
    await writer.query(`delete from event where id > 1000`)

    await writer.query(`select pg_terminate_backend(pid) from (${isCreating('event_b')}) s`)
    expect(await first).toMatch('What it has done is kept')
    expect((await readIndexes(writer)).map(({ part, parent, valid }) => ({ part, parent, valid }))).toEqual([
      { part: 'event_a', parent: null, valid: true },
      { part: 'event_b', parent: null, valid: false },
    ])
    await holder.query('commit')
    // Meanwhile a month begins, and another one is dropped.
    await writer.query(`create table event_c partition of event for values from ('2030-04-01') to ('2030-05-01')`)
    await writer.query('drop table event_a')
    expect(await migrate({ connectionString }, all)).toEqual([online.name])
    expect(await readIndexes(writer)).toEqual(expected(['event_b', 'event_c', 'event_default']))
    expect([await isValid(writer, long), await isValid(writer, longer)]).toEqual([true, true])

    await writer.query(`create table event_d partition of event for values from ('2030-05-01') to ('2030-06-01')`)
    expect(await readIndexes(writer)).toEqual(expected(['event_b', 'event_c', 'event_d', 'event_default']))
  })

  it('has names of its partitions that PostgreSQL does not cut, and no two the same', async () => {
    await migrate({ connectionString }, all)
    const client = await openClient()
    const names = (await readIndexes(client)).map(({ name }) => name)
    expect(names).toHaveLength(6)
    expect(new Set(names).size).toBe(6)
    expect(Math.max(...names.map((name) => name.length))).toBeLessThanOrEqual(63)
    expect(names.filter((name) => !/^event_by_the_kind_of_the_event_and_by_\w+_[0-9a-f]{12}$/.test(name))).toEqual([])
  })

  it('lets others pass while it waits for the lock of the table, and then takes the indexes of the partitions', async () => {
    await migrate({ connectionString }, all.slice(0, 2))
    const [holder, writer] = [await openClient(), await openClient()]
    await holder.query('begin; lock table only event in row exclusive mode')
    const lines: string[] = []
    const migrated = migrate({ connectionString }, all, { lockMs: 100, report: (line) => lines.push(line) })
    await expect.poll(() => lines).toContain('0003_test.sql (1 of 1): waits for others who use its tables')
    await writer.query(`set lock_timeout = '2s'`)
    await writer.query(write)
    const before = await writer.query(`select array_agg(indexrelid order by 1) as ids from pg_index i
      where indrelid in (select relid from pg_partition_tree('event') where isleaf)`)
    expect(before.rows[0].ids).toHaveLength(3)
    await holder.query('commit')
    expect(await migrated).toEqual([online.name])
    expect(await readIndexes(writer)).toEqual(expected(['event_a', 'event_b', 'event_default']))
    const kept = await writer.query('select from pg_index where indexrelid = any($1)', [before.rows[0].ids])
    expect(kept.rowCount).toBe(3)
  })

  it('adds no second index to a month that begins before it is repeated', async () => {
    await migrate({ connectionString }, all.slice(0, 2))
    const failing = { ...online, sql: `${online.sql}select nothing;\n` }
    await expect(migrate({ connectionString }, [...all.slice(0, 2), failing])).rejects.toThrow(
      '"nothing" does not exist',
    )
    const client = await openClient()
    await client.query(`create table event_c partition of event for values from ('2030-04-01') to ('2030-05-01')`)
    expect(await migrate({ connectionString }, all)).toEqual([online.name])
    expect(await readIndexes(client)).toEqual(expected(['event_a', 'event_b', 'event_c', 'event_default']))
  })

  it('creates a unique one, and says which rows are equal', async () => {
    await migrate({ connectionString }, all.slice(0, 2))
    const unique = (columns: string) =>
      asMigration(
        3,
        `-- online\ncreate unique index concurrently if not exists event_own on event (${columns});\n`,
        true,
      )
    await expect(migrate({ connectionString }, [...all.slice(0, 2), unique('at')])).rejects.toThrow(
      /could not create unique index/,
    )
    await migrate({ connectionString }, [...all.slice(0, 2), unique('at, id')])
    const client = await openClient()
    await client.query(`insert into event values ('2030-01-05', 5000, 'kind 1')`)
    await expect(client.query(`insert into event values ('2030-01-05', 5000, 'kind 2')`)).rejects.toThrow(
      'duplicate key',
    )
  })
})
