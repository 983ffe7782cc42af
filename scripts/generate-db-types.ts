import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../apps/server/src/platform/migrations/migrate.ts'
import { startPostgres } from '../apps/server/src/platform/postgres/start-postgres.ts'

/**
 * Writes the row types of the migrated database. With `--verify` it only checks that they are up to date.
 */
const root = join(import.meta.dirname, '..')
const target = 'apps/server/src/platform/db/schema.gen.ts'
const dataFolder = mkdtempSync(join(tmpdir(), 'millrace-types-'))
const postgres = await startPostgres({ dataFolder, settings: { fsync: 'off' } })
try {
  await migrate({ connectionString: postgres.url })
  const options = [
    '--dialect=postgres',
    `--url=${postgres.url}`,
    `--out-file=${target}`,
    '--date-parser=string',
    '--exclude-pattern=*_default',
    '--log-level=error',
  ]
  // Counts and the like are read as numbers, see column-types.ts.
  const overrides = [
    '--type-mapping',
    JSON.stringify({ int8: 'ColumnType<number, number | bigint | string, number | bigint | string>' }),
  ]
  execFileSync(
    process.execPath,
    [join(root, 'node_modules/kysely-codegen/dist/cli/bin.js'), ...options, ...overrides, ...process.argv.slice(2)],
    { cwd: root, stdio: 'inherit' },
  )
} finally {
  await postgres.stop()
  rmSync(dataFolder, { recursive: true })
}
