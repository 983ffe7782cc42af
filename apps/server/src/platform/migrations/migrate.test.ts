import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest'
import { migrate } from './migrate.ts'
import { type Migration, readMigrations } from './read-migrations.ts'

const { url, adminUrl } = inject('postgres')
const admin = new pg.Pool({ connectionString: adminUrl, max: 1 })
const made: string[] = []
let connectionString = ''

beforeEach(async () => {
  const name = `migrate_${randomUUID().replaceAll('-', '')}`
  await admin.query(`create database ${name} owner millrace`)
  made.push(name)
  connectionString = Object.assign(new URL(url), { pathname: `/${name}` }).href
})

afterAll(async () => {
  for (const name of made) await admin.query(`drop database ${name} with (force)`)
  await admin.end()
})

const [platform] = readMigrations()
const addTable = (number: number, sql: string, checksum = `sum ${number}`): Migration => ({
  number,
  name: `000${number}_test.sql`,
  sql,
  checksum,
  isContract: false,
  isOnline: false,
})

async function openClient() {
  const client = new pg.Client({ connectionString })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

describe('migrate', () => {
  it('brings an empty database to the schema, once', async () => {
    const names = readMigrations().map(({ name }) => name)
    expect(await migrate({ connectionString })).toEqual(names)
    expect(await migrate({ connectionString })).toEqual([])
  })

  it('applies each migration once when several processes start together', async () => {
    const results = await Promise.all([1, 2, 3, 4].map(() => migrate({ connectionString })))
    expect(results.flat()).toEqual(readMigrations().map(({ name }) => name))
  })

  it('protects the tables that a migration makes', async () => {
    await migrate({ connectionString }, [
      platform as Migration,
      addTable(2, 'create table thing (workplace_id uuid not null, id uuid not null, primary key (workplace_id, id))'),
    ])
    const client = new pg.Client({ connectionString })
    await client.connect()
    await expect(client.query('insert into thing values (gen_random_uuid(), gen_random_uuid())')).rejects.toThrow(
      'row-level security',
    )
    await client.end()
  })

  it('keeps nothing of a migration that fails, and those before it', async () => {
    const bad = addTable(2, 'create table half (id int); create table half (id int)')
    await expect(migrate({ connectionString }, [platform as Migration, bad])).rejects.toThrow(
      'Expected the migration 0002_test.sql to apply, but: relation "half" already exists. The database was not changed.',
    )
    expect(
      await migrate({ connectionString }, [platform as Migration, addTable(2, 'create table half (id int)')]),
    ).toEqual(['0002_test.sql'])
  })

  it('applies a migration of another branch that was written before one that is applied', async () => {
    const late = {
      ...addTable(2, 'create table late (id int)'),
      number: 20270102030405,
      name: '20270102030405_late.sql',
    }
    const early = {
      ...addTable(3, 'create table early (id int)'),
      number: 20270101000000,
      name: '20270101000000_early.sql',
    }
    await migrate({ connectionString }, [platform as Migration, late])
    expect(await migrate({ connectionString }, [platform as Migration, early, late])).toEqual([early.name])
    expect(await migrate({ connectionString }, [platform as Migration, early, late])).toEqual([])
  })

  it('brings a database on whose migrations were only counted', async () => {
    await migrate({ connectionString }, [platform as Migration])
    const client = new pg.Client({ connectionString })
    await client.connect()
    await client.query('alter table migration alter column number type int')
    await client.query('alter table migration drop column is_contract')
    await client.end()
    const next = { ...addTable(2, 'select 1'), number: 20270102030405 }
    expect(await migrate({ connectionString }, [platform as Migration, next])).toEqual([next.name])
  })

  it('starts beside a newer release until that removes what it uses', async () => {
    const expanded = addTable(2, 'create table more (id int)')
    await migrate({ connectionString }, [platform as Migration, expanded])
    expect(await migrate({ connectionString }, [platform as Migration])).toEqual([])
    await migrate({ connectionString }, [
      ...[platform as Migration, expanded],
      { ...addTable(3, 'drop table more'), isContract: true },
    ])
    expect(await migrate({ connectionString }, [platform as Migration, expanded]).catch(String)).toMatch(
      'it has the migration 0003_test.sql of a newer program',
    )
  })

  it('refuses a schema of a newer release that said nothing of older ones', async () => {
    await migrate({ connectionString }, [platform as Migration, { ...addTable(2, 'select 1'), isContract: true }])
    await expect(migrate({ connectionString }, [platform as Migration])).rejects.toThrow(
      /^Expected a database of this version or an older one, but it has the migration 0002_test\.sql of a newer program\./,
    )
  })

  it('lets others pass while it waits for a table in use', async () => {
    const first = addTable(2, 'create table busy (id int)')
    await migrate({ connectionString }, [platform as Migration, first])
    const [holder, other] = [await openClient(), await openClient()]
    await holder.query('begin')
    await holder.query('select * from busy')
    const lines: string[] = []
    const migrated = migrate(
      { connectionString },
      [platform as Migration, first, addTable(3, 'alter table busy add column more int')],
      { lockMs: 100, report: (line) => lines.push(line) },
    )
    const waits = '0003_test.sql (1 of 1): waits for others who use its tables'
    await expect.poll(() => lines).toContain(waits)
    // Would stand behind the migration for as long as that waits.
    await other.query('select * from busy')
    await holder.query('commit')
    expect(await migrated).toEqual(['0003_test.sql'])
    expect(lines[0]).toBe('0003_test.sql (1 of 1): started')
  })

  it('creates an index and fills a column while others write, in portions, and goes on after an interruption', async () => {
    const first = addTable(2, 'create table large as select n as id, null::int as more from generate_series(1, 25) n')
    await migrate({ connectionString }, [platform as Migration, first])
    const writer = await openClient()
    await writer.query('begin')
    await writer.query('update large set more = 0 where id = 1')
    const online: Migration = {
      ...addTable(
        3,
        `-- online
create index concurrently if not exists large_id on large (id);
update large set more = id where id in (select id from large where more is null limit 10);
`,
      ),
      isOnline: true,
    }
    const all = [platform as Migration, first, online]
    // Another process that starts meanwhile waits without being in the way.
    const both = [migrate({ connectionString }, all, { lockMs: 60_000 }), migrate({ connectionString }, all)]
    const watcher = await openClient()
    const isCreating = async () =>
      (await watcher.query('select from pg_index where indexrelid = to_regclass($1)', ['large_id'])).rowCount
    await expect.poll(isCreating).toBe(1)
    // Killed in the middle: an invalid index is left.
    await watcher.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'create index concurrently%' and pid <> pg_backend_pid()`,
    )
    const lines: string[] = []
    await expect.poll(() => Promise.race([...both, null]).catch(String)).toMatch('What it has done is kept')
    await writer.query('commit')
    const [ended, other] = (await Promise.allSettled(both)).toSorted((one, two) => one.status.localeCompare(two.status))
    expect(ended).toMatchObject({ status: 'fulfilled', value: ['0003_test.sql'] })
    expect(other?.status).toBe('rejected')
    const { rows } = await watcher.query(
      `select (select indisvalid from pg_index where indexrelid = 'large_id'::regclass) as valid, count(*)::int as filled from large where more is not null`,
    )
    expect(rows).toEqual([{ valid: true, filled: 25 }])
    expect(await migrate({ connectionString }, all, { report: (line) => lines.push(line) })).toEqual([])
    expect(lines).toEqual([])
  })

  it('waits for others while it creates an index concurrently, and does not begin again', async () => {
    const first = addTable(2, 'create table long as select 1 as id')
    await migrate({ connectionString }, [platform as Migration, first])
    const writer = await openClient()
    await writer.query('begin')
    await writer.query('update long set id = 2')
    const online = { ...addTable(3, 'create index concurrently if not exists long_id on long (id);\n'), isOnline: true }
    const lines: string[] = []
    const migrated = migrate({ connectionString }, [platform as Migration, first, online], {
      lockMs: 50,
      report: (line) => lines.push(line),
    })
    const watcher = await openClient()
    const isWaiting = async () =>
      (
        await watcher.query(
          `select from pg_stat_activity where datname = current_database() and query like 'create index concurrently%' and pid <> pg_backend_pid()
            and state = 'active' and query_start < now() - interval '200 milliseconds'`,
        )
      ).rowCount
    await expect.poll(isWaiting).toBe(1)
    await writer.query('commit')
    expect(await migrated).toEqual(['0003_test.sql'])
    expect(lines).toEqual(['0003_test.sql (1 of 1): started'])
  })

  it('changes the rows of each workplace online, which row-level security hides without one', async () => {
    const first = addTable(
      2,
      'create table thing (workplace_id uuid not null, id int not null, more int, primary key (workplace_id, id))',
    )
    await migrate({ connectionString }, [platform as Migration, first])
    const client = await openClient()
    for (const id of [1, 2]) {
      await client.query(`select set_config('app.platform', 'on', false), set_config('app.workplace', $1, false)`, [
        `00000000-0000-4000-8000-00000000000${id}`,
      ])
      await client.query(
        `insert into workplace (workplace_id, reference, name) select current_setting('app.workplace')::uuid, $1, $1`,
        [`w${id}`],
      )
      await client.query(
        `insert into thing select current_setting('app.workplace')::uuid, n from generate_series(1, 5) n`,
      )
    }
    const change =
      'update thing set more = id where (workplace_id, id) in (select workplace_id, id from thing where more is null limit 2);\n'
    const online: Migration = { ...addTable(3, `-- online\n${change}`), isOnline: true }
    const lines: string[] = []
    await migrate({ connectionString }, [platform as Migration, first, online], { report: (line) => lines.push(line) })
    expect(lines.at(-1)).toBe('0003_test.sql (1 of 1): 10 rows changed')
  })

  it('ends a change of rows while an older release goes on adding such rows', async () => {
    const first = addTable(
      2,
      `create table busy as select n as id, null::int as more from generate_series(1, 25) n;
      create function add_busy() returns trigger language plpgsql as $$ begin insert into busy (id) select max(id) + 1 from busy; return null; end $$;
      create trigger older after update on busy for each statement execute function add_busy()`,
    )
    await migrate({ connectionString }, [platform as Migration, first])
    const change =
      'update busy set more = id where id in (select id from busy where more is null order by id limit 10);\n'
    await migrate({ connectionString }, [platform as Migration, first, { ...addTable(3, change), isOnline: true }])
    const client = await openClient()
    const { rows } = await client.query('select array_agg(id order by id) as ids from busy where more is null')
    // Only what came with the last portion.
    expect(rows).toEqual([{ ids: [30] }])
  })

  it('refuses a migration that was changed after it had been applied', async () => {
    await migrate({ connectionString }, [platform as Migration, addTable(2, 'select 1')])
    await expect(
      migrate({ connectionString }, [platform as Migration, addTable(2, 'select 2', 'another')]),
    ).rejects.toThrow(/^Expected the migration 0002_test\.sql to be as it was/)
  })
})
