import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { type Database, openDatabase } from '../platform/db/database.ts'
import { createWorkplace } from './factories.ts'

export interface TestDatabase {
  readonly db: Database
  /** By a port, as from another machine. */
  readonly connectionString: string
  /** By a socket, where there is one, as a server reaches a PostgreSQL of its own: it costs less. */
  readonly nearConnectionString: string
  /** The default workplace. */
  readonly workplaceId: string
  /** A connection that sees everything, to look behind the wall between workplaces or to break something. */
  readonly admin: pg.Pool
}

/**
 * Creates a migrated database for one test file, with a default workplace. The database is deleted after the tests of
 * the file. Call it at the top of the file, not in a hook.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { url, adminUrl, near } = inject('postgres')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await runAlone(adminUrl + near, `create database ${name} template millrace owner millrace strategy file_copy`)
  const connectionString = inDatabase(url, name)
  const nearConnectionString = connectionString + near
  const db = openDatabase({ connectionString: nearConnectionString })
  const admin = new pg.Pool({ connectionString: inDatabase(adminUrl, name) + near, max: 2 })
  // A pool has ended before its connections have closed, and those are cut off when their database goes.
  admin.on('error', () => {})
  admin.on('connect', (client) => client.on('error', () => {}))
  afterAll(async () => {
    await db.close()
    await admin.end()
    await runAlone(adminUrl + near, `drop database ${name} with (force)`)
  })
  const workplaceId = await createWorkplace(db, { reference: 'default', isDefault: true })
  return { db, connectionString, nearConnectionString, workplaceId, admin }
}

async function runAlone(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

function inDatabase(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}
