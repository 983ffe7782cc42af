import type { Client } from 'pg'

/** An index of `create index concurrently if not exists NAME on TABLE DEFINITION`. */
export interface ConcurrentIndex {
  readonly isUnique: boolean
  readonly name: string
  readonly table: string
  /** The definition after the table name: method, columns and condition. */
  readonly definition: string
}

/** Returns the index that a statement creates concurrently, or null for other statements. */
export function readConcurrentIndex(statement: string): ConcurrentIndex | null {
  const found = /^create (unique )?index concurrently if not exists (\w+) on (\w+)([\s\S]*)$/.exec(statement)
  if (found === null) return null
  const [, unique, name = '', table = '', definition = ''] = found
  return { isUnique: unique !== undefined, name, table, definition }
}

/**
 * Creates an index while others read and write its table, unless the index exists. An index whose creation was
 * interrupted is created again.
 *
 * PostgreSQL creates no index of a partitioned table concurrently. So each partition gets its own, and then the index of
 * the table takes these instead of reading rows. That needs a lock which lets nobody write, for an instant: it is
 * requested for at most `lockMs` milliseconds. PostgreSQL adds the index to later partitions.
 *
 * @throws an error with SQLSTATE 55P03 when others use the table for longer. What is created stays, so the call can be
 * repeated.
 */
export async function createConcurrently(client: Client, index: ConcurrentIndex, lockMs: number): Promise<void> {
  if (!(await isPartitioned(client, index.table))) return createOne(client, index)
  const { rows } = await client.query('select to_regclass($1) as "index"', [index.name])
  // Partitions that were added after the index have it by a name of PostgreSQL's.
  if (rows[0]?.index !== null) return
  // Others may add and drop partitions meanwhile.
  for (let missing = await findMissing(client, index); missing !== null; missing = await findMissing(client, index))
    await createOne(client, missing).catch(ignoreDropped)
  await client.query(`set lock_timeout = ${lockMs}`)
  await client.query(`create ${kindOf(index)} if not exists ${index.name} on ${index.table}${index.definition}`)
}

async function createOne(client: Client, index: ConcurrentIndex): Promise<void> {
  const { name, table, definition } = index
  // It blocks nobody, so it may wait: after a limit, a running backup would cost the work of hours.
  await client.query('set lock_timeout = 0')
  await dropInvalid(client, name)
  await client.query(`create ${kindOf(index)} concurrently if not exists ${name} on ${table}${definition}`)
}

const kindOf = ({ isUnique }: ConcurrentIndex) => (isUnique ? 'unique index' : 'index')

/** An index whose creation was interrupted exists, but is not used. */
async function dropInvalid(client: Client, index: string): Promise<void> {
  const { rows } = await client.query('select from pg_index where indexrelid = to_regclass($1) and not indisvalid', [
    index,
  ])
  if (rows.length > 0) await client.query(`drop index concurrently ${index}`)
}

async function isPartitioned(client: Client, table: string): Promise<boolean> {
  const { rows } = await client.query('select from pg_partitioned_table where partrelid = to_regclass($1)', [table])
  return rows.length > 0
}

/**
 * Returns the index of a partition that does not have it yet, or null. Its name has at most 53 characters, so that
 * PostgreSQL does not cut it, and a digest of both names, so that no two indexes have the same.
 */
async function findMissing(client: Client, index: ConcurrentIndex): Promise<ConcurrentIndex | null> {
  const { rows } = await client.query<{ name: string; table: string }>(
    `select name, part as table from pg_partition_tree($1::regclass),
        lateral (select relid::regclass::text as part) p,
        lateral (select left($2, 40) || '_' || left(md5($2 || ' ' || part), 12) as name) n
      where isleaf and not exists (select from pg_index where indexrelid = to_regclass(name) and indisvalid)
      order by part limit 1`,
    [index.table, index.name],
  )
  return rows[0] === undefined ? null : { ...index, ...rows[0] }
}

/** Ignores that a partition no longer exists (SQLSTATE 42P01). */
function ignoreDropped(error: unknown): void {
  if ((error as { readonly code?: unknown } | null)?.code !== '42P01') throw error
}
