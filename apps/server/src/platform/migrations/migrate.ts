import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { type CheckedDatabase, connectAlone } from '../db/connect.ts'
import { reasonOf, StartFailure } from '../start-failure.ts'
import { applyOnline, type Report } from './apply-online.ts'
import { type Migration, readMigrations } from './read-migrations.ts'

/** The name of the table that a database has until its restore is complete. */
export const unfinishedRestore = 'unfinished_restore'

export interface MigrateOptions {
  readonly isRestore?: boolean
  /** Receives a line for each migration of a database in use, and for the progress of a long one. */
  readonly report?: Report
  /** Milliseconds that a migration waits for a lock of a table before it lets others pass and tries again. */
  readonly lockMs?: number
}

/**
 * Migrates the database to the schema of this program, while older programs may be using it: each migration in its own
 * transaction, except online ones. Processes that start at the same time wait for each other.
 *
 * @returns the names of the migrations that were applied now.
 * @throws StartFailure when the schema is too new for the program, an applied migration has changed, one fails, or a
 * restore was interrupted.
 */
export async function migrate(
  database: CheckedDatabase,
  migrations: readonly Migration[] = readMigrations(),
  { isRestore = false, report = () => {}, lockMs = 2000 }: MigrateOptions = {},
): Promise<string[]> {
  const client = await connectAlone(database)
  try {
    await waitForOthers(client)
    if (!isRestore) await refuseUnfinished(client)
    const applied = await readApplied(client)
    checkApplied(applied, migrations)
    await addMissing(client)
    const missing = migrations.filter(({ number }) => !applied.has(number))
    for (const [index, migration] of missing.entries()) {
      const reportOne: Report = (line) => report(`${migration.name} (${index + 1} of ${missing.length}): ${line}`)
      if (applied.size > 0) reportOne('started')
      await apply(client, migration, { report: reportOne, lockMs })
    }
    return missing.map(({ name }) => name)
  } finally {
    // The lock goes with the connection.
    await client.end()
  }
}

/** Asks again and again: a statement that waits would keep an index from being created concurrently. */
async function waitForOthers(client: Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ isOurs: boolean }>('select pg_try_advisory_lock(7150915) as "isOurs"')
    if (rows[0]?.isOurs === true) return
    await sleep(50)
  }
}

async function refuseUnfinished(client: Client): Promise<void> {
  const { rows } = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [
    unfinishedRestore,
  ])
  if (rows[0]?.found === true)
    throw new StartFailure(
      'Expected a complete database, but a restore into it was interrupted. Run `npm run restore` with the same backup again.',
    )
}

interface Applied {
  readonly name: string
  readonly checksum: string
  readonly isContract: boolean
}

async function readApplied(client: Client): Promise<Map<number, Applied>> {
  try {
    await client.query(
      'create table if not exists migration (number bigint primary key, name text not null, checksum text not null, applied_at timestamptz not null default now(), is_contract boolean not null default true)',
    )
    await addColumns(client)
  } catch (error) {
    throw new StartFailure(
      `The tables could not be created in the database: ${reasonOf(error)}. Make the user of DATABASE_URL the owner of the database.`,
      { cause: error },
    )
  }
  const { rows } = await client.query<Applied & { number: string }>(
    'select number, name, checksum, is_contract as "isContract" from migration',
  )
  return new Map(rows.map(({ number, ...one }) => [Number(number), one]))
}

/**
 * Brings the table of databases of earlier versions up to date: times have more digits than counted numbers, and
 * migrations did not say whether older programs can use their schema.
 */
async function addColumns(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute where attrelid = 'migration'::regclass and attnum > 0`,
  )
  if (rows.some(({ name, type }) => name === 'number' && type === 'integer'))
    await client.query('alter table migration alter column number type bigint')
  if (!rows.some(({ name }) => name === 'is_contract'))
    await client.query('alter table migration add column is_contract boolean not null default true')
}

/**
 * Adds what earlier versions of PostgreSQL lack. Before 18 there is no `uuidv7()`: ours is made of the time in
 * milliseconds, 12 bits of the fraction, and random bits (RFC 9562, 5.7 and 6.2, method 3). Before 17 there is no
 * collation `pg_c_utf8`: the C library's one for UTF-8 sorts by code point, too.
 */
async function addMissing(client: Client): Promise<void> {
  await client.query(`do $do$ begin
    if not exists (select from pg_collation where collname = 'pg_c_utf8') then
      create collation pg_c_utf8 (provider = libc, locale = 'C.UTF-8');
    end if;
    if to_regprocedure('uuidv7()') is null then
      create function uuidv7() returns uuid language sql volatile parallel safe as $$
        select encode(overlay(uuid_send(gen_random_uuid()) placing
          substring(int8send(micros / 1000) from 3) || substring(int8send(28672 + micros % 1000 * 4096 / 1000) from 7)
          from 1 for 8), 'hex')::uuid
        from (select (extract(epoch from clock_timestamp()) * 1000000)::bigint as micros) moment
      $$;
    end if;
  end $do$`)
}

function checkApplied(applied: ReadonlyMap<number, Applied>, migrations: readonly Migration[]): void {
  const known = new Map(migrations.map((migration) => [migration.number, migration]))
  for (const [number, { name, checksum, isContract }] of applied) {
    const migration = known.get(number)
    if (migration === undefined) {
      if (!isContract) continue
      throw new StartFailure(
        `Expected a database of this version or an older one, but it has the migration ${name} of a newer program. Start that version, or restore an older backup.`,
      )
    }
    if (migration.checksum !== checksum) {
      throw new StartFailure(
        `Expected the migration ${name} to be as it was when it was applied, but the file has changed. Restore the file, or start with an empty database.`,
      )
    }
  }
}

/**
 * Applies a migration. Where a table is in use, those who wait behind the migration are let pass before it tries again,
 * for at most `lockTries` times.
 */
async function apply(client: Client, migration: Migration, options: Applying): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await client.query(`set lock_timeout = ${options.lockMs}`)
      await (migration.isOnline ? applyOutside(client, migration, options) : applyInside(client, migration))
      return
    } catch (error) {
      await client.query('rollback').catch(() => {})
      if (!isLocked(error) || tries === lockTries) throw describeFailure(migration, error)
      options.report('waits for others who use its tables')
      await sleep(lockPauseMs)
    }
  }
}

type Applying = Required<Pick<MigrateOptions, 'report' | 'lockMs'>>

const lockTries = 60
const lockPauseMs = 1000

async function applyInside(client: Client, migration: Migration): Promise<void> {
  await client.query('begin')
  await client.query(migration.sql)
  // Here and not in each file, so that no table can be forgotten.
  await client.query('select millrace_protect_tables()')
  await keep(client, migration)
  await client.query('commit')
}

async function applyOutside(client: Client, migration: Migration, options: Applying): Promise<void> {
  await applyOnline(client, migration.sql, options)
  await client.query(`set lock_timeout = ${options.lockMs}`)
  await client.query('select millrace_protect_tables()')
  await keep(client, migration)
}

async function keep(client: Client, { number, name, checksum, isContract }: Migration): Promise<void> {
  await client.query('insert into migration (number, name, checksum, is_contract) values ($1, $2, $3, $4)', [
    ...[number, name, checksum],
    isContract,
  ])
}

/** Whether a lock was not there in time (SQLSTATE 55P03), or two waited for each other (40P01). */
function isLocked(error: unknown): boolean {
  const code = (error as { readonly code?: unknown } | null)?.code
  return code === '55P03' || code === '40P01'
}

function describeFailure({ name, isOnline }: Migration, error: unknown): StartFailure {
  const kept = isOnline ? 'What it has done is kept, and the next start goes on.' : 'The database was not changed.'
  return new StartFailure(`Expected the migration ${name} to apply, but: ${reasonOf(error)}. ${kept}`, {
    cause: error,
  })
}
