import type pg from 'pg'
import type { Database } from '../platform/db/database.ts'
import { makeHistoryPartitions } from '../runtime/history/history-partitions.ts'

/** A column as the catalogue has it. */
interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
}

/**
 * Inserts one row of a workplace into every table that has a `workplace_id`, with generated values in every column that
 * can be written. The rows have no meaning; they only belong to the workplace. Constraints between columns and tables
 * are dropped first.
 *
 * @param admin a superuser of the database.
 * @returns the names of the tables.
 */
export async function fillTables(
  { db, admin }: { db: Database; admin: pg.Pool },
  { workplaceId, marker }: { workplaceId: string; marker: string },
): Promise<string[]> {
  await makeHistoryPartitions(db, new Date(time))
  const { rows: columns } = await admin.query<Column>(
    `select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, a.attnotnull as "isRequired"
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity <> 'a'
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
       and exists (select from pg_attribute w where w.attrelid = c.oid and w.attname = 'workplace_id')
     order by c.relname, a.attnum`,
  )
  const tables = [...new Set(columns.map(({ table }) => table))]
  const client = await admin.connect()
  try {
    await client.query('set session_replication_role = replica')
    await dropChecks(client)
    for (const table of tables) {
      const own = columns.filter((column) => column.table === table)
      const values = own.map((column) => (column.name === 'workplace_id' ? workplaceId : makeValue(column, marker)))
      await client.query(
        `insert into ${client.escapeIdentifier(table)} (${own.map(({ name }) => client.escapeIdentifier(name)).join(', ')})
         values (${own.map((_, index) => `$${index + 1}`).join(', ')}) on conflict do nothing`,
        values,
      )
    }
  } finally {
    await client.query('set session_replication_role = origin')
    client.release()
  }
  return tables
}

async function dropChecks(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ table: string; name: string }>(
    `select conrelid::regclass::text as table, conname as name from pg_constraint
     where contype = 'c' and connamespace = 'public'::regnamespace and coninhcount = 0`,
  )
  for (const { table, name } of rows)
    await client.query(`alter table ${table} drop constraint if exists ${client.escapeIdentifier(name)}`)
}

const time = '2030-01-07T09:00:00Z'

function makeValue({ name, type, isRequired, table }: Column, marker: string): unknown {
  const make = values[type]
  if (make === undefined && isRequired)
    throw new Error(`Expected a type that test rows can have, but ${table}.${name} is ${type}.`)
  return make?.(marker) ?? null
}

const values: Readonly<Record<string, (marker: string) => unknown>> = {
  uuid: () => '11111111-1111-4111-8111-111111111111',
  text: (marker) => marker,
  'text[]': (marker) => [marker],
  'uuid[]': () => ['11111111-1111-4111-8111-111111111111'],
  jsonb: (marker) => JSON.stringify({ marker }),
  json: (marker) => JSON.stringify({ marker }),
  bytea: (marker) => Buffer.from(marker),
  integer: () => 1,
  smallint: () => 1,
  bigint: () => 1,
  numeric: () => 1,
  'double precision': () => 1,
  boolean: () => false,
  'timestamp with time zone': () => time,
  date: () => '2030-01-07',
}
