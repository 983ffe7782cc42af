import type { Client } from 'pg'
import { type CheckedDatabase, connectAlone } from '../db/connect.ts'
import { reasonOf, StartFailure } from '../start-failure.ts'
import { type Migration, readMigrations } from './read-migrations.ts'

/** The name of the table that a database has until its restore is complete. */
export const unfinishedRestore = 'unfinished_restore'

/**
 * Migrates the database to the schema of this program, each migration in its own transaction. Processes that start at
 * the same time wait for each other.
 *
 * @returns the names of the migrations that were applied now.
 * @throws StartFailure when the schema is newer than the program, an applied migration has changed, one fails, or a
 *   restore was interrupted.
 */
export async function migrate(
  database: CheckedDatabase,
  migrations: readonly Migration[] = readMigrations(),
  { isRestore }: { readonly isRestore: boolean } = { isRestore: false },
): Promise<string[]> {
  const client = await connectAlone(database)
  try {
    await client.query('select pg_advisory_lock(7150915)')
    if (!isRestore) await refuseUnfinished(client)
    const applied = await readApplied(client)
    checkApplied(applied, migrations)
    await addMissing(client)
    const missing = migrations.filter(({ number }) => !applied.has(number))
    for (const migration of missing) await apply(client, migration)
    return missing.map(({ name }) => name)
  } finally {
    // The lock goes with the connection.
    await client.end()
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
}

async function readApplied(client: Client): Promise<Map<number, Applied>> {
  try {
    await client.query(
      'create table if not exists migration (number bigint primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())',
    )
    await widenNumbers(client)
  } catch (error) {
    throw new StartFailure(
      `The tables could not be created in the database: ${reasonOf(error)}. Make the user of DATABASE_URL the owner of the database.`,
    )
  }
  const { rows } = await client.query<Applied & { number: string }>('select number, name, checksum from migration')
  return new Map(rows.map(({ number, name, checksum }) => [Number(number), { name, checksum }]))
}

/**
 * Widens the column of migration numbers in databases of earlier versions: times have more digits than counted numbers.
 */
async function widenNumbers(client: Client): Promise<void> {
  const { rows } = await client.query(
    `select 1 from pg_attribute where attrelid = 'migration'::regclass and attname = 'number' and atttypid = 'int4'::regtype`,
  )
  if (rows.length > 0) await client.query('alter table migration alter column number type bigint')
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
  for (const [number, { name, checksum }] of applied) {
    const migration = known.get(number)
    if (migration === undefined) {
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

async function apply(client: Client, { number, name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query('begin')
    await client.query(sql)
    // Here and not in each file, so that no table can be forgotten.
    await client.query('select millrace_protect_tables()')
    await client.query('insert into migration (number, name, checksum) values ($1, $2, $3)', [number, name, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw new StartFailure(
      `Expected the migration ${name} to apply, but: ${reasonOf(error)}. The database was not changed.`,
    )
  }
}
