import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../apps/server/src/platform/migrations/migrate.ts'
import { startPostgres } from '../apps/server/src/platform/postgres/start-postgres.ts'
import { generateDbTypes } from './db-types.ts'

/** Run after a change of the migrations: writes the row types of the migrated database. */
const dataFolder = mkdtempSync(join(tmpdir(), 'millrace-types-'))
const postgres = await startPostgres({ dataFolder, settings: { fsync: 'off' } })
try {
  await migrate({ connectionString: postgres.url })
  generateDbTypes(postgres.url)
} finally {
  await postgres.stop()
  rmSync(dataFolder, { recursive: true })
}
