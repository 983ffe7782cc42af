import pg from 'pg'
import type { DatabasePlace } from './driver.ts'
import { optionsOf } from './mysql.ts'
import { createClient } from './postgresql.ts'

/** The address of a database that is read as a whole. */
export interface ReadPlace extends DatabasePlace {
  readonly vendor: 'postgresql' | 'mysql'
}

/**
 * A connection for many reads in one transaction that cannot write and sees one moment.
 *
 * Numbers beyond 2^53 are text, bytes a `Buffer`, and times as the driver of the database presents them.
 */
export interface DatabaseReader {
  readonly vendor: ReadPlace['vendor']
  /** @param values for `$1` and so on in PostgreSQL, for `?` in MySQL. In MySQL, a list is expanded to its items. */
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>
  close(): Promise<void>
}

/**
 * Opens a connection to a database of MySQL, MariaDB or PostgreSQL for reading.
 *
 * @param address the IP address of the host, which the caller has checked.
 */
export function openReader(place: ReadPlace, address: string): Promise<DatabaseReader> {
  return place.vendor === 'mysql'
    ? openMysql(place, address)
    : openPostgresql(createClient(place, address, { getTypeParser: typeParserOf }))
}

/** Opens a connection by an address of node-postgres, which may name options and certificates. */
export function openReaderByUrl(connectionString: string): Promise<DatabaseReader> {
  return openPostgresql(new pg.Client({ connectionString, types: { getTypeParser: typeParserOf } }))
}

async function openPostgresql(client: pg.Client): Promise<DatabaseReader> {
  // It is reported by the next query.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin transaction isolation level repeatable read read only')
  } catch (error) {
    await client.end()
    throw error
  }
  return {
    vendor: 'postgresql',
    query: async (text, values = []) => (await client.query(text, [...values])).rows,
    close: async () => {
      await client.query('rollback').catch(() => {})
      await client.end()
    },
  }
}

/** Times with a zone as ISO 8601 in UTC, numbers beyond 2^53 as text. */
function typeParserOf(oid: number, format?: 'text' | 'binary') {
  if (oid === 1184)
    return (text: string) => new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString()
  return pg.types.getTypeParser(oid, format as 'text')
}

async function openMysql(place: ReadPlace, address: string): Promise<DatabaseReader> {
  const { createConnection } = await import('mysql2/promise')
  const connection = await createConnection({ ...optionsOf(place, address), rowsAsArray: false })
  // It is reported by the next query.
  connection.on('error', () => {})
  try {
    await connection.query('set session transaction isolation level repeatable read')
    await connection.query('start transaction with consistent snapshot, read only')
  } catch (error) {
    connection.destroy()
    throw error
  }
  return {
    vendor: 'mysql',
    query: async <Row>(text: string, values: readonly unknown[] = []) =>
      (await connection.query(text, [...values]))[0] as Row[],
    close: async () => {
      await connection.query('rollback').catch(() => {})
      await connection.end()
    },
  }
}
