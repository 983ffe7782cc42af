import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './run-tool.ts'

const target = 'apps/server/src/platform/db/schema.gen.ts'

/** As `column-types.ts` reads them: counts are numbers, and a day is text. */
const mapping = { int8: 'ColumnType<number, number | bigint | string, number | bigint | string>' }

/**
 * Writes the row types of a migrated database, or checks that they are up to date.
 *
 * @throws when they are not, or cannot be written.
 */
export function generateDbTypes(url: string, { verify = false } = {}): void {
  const tool = join(root, 'node_modules/kysely-codegen/dist/cli/bin.js')
  const options = [
    '--dialect=postgres',
    `--url=${url}`,
    `--out-file=${target}`,
    '--date-parser=string',
    '--exclude-pattern=*_default',
    '--log-level=error',
  ]
  execFileSync(
    process.execPath,
    [tool, ...options, '--type-mapping', JSON.stringify(mapping), ...(verify ? ['--verify'] : [])],
    { cwd: root, stdio: 'pipe' },
  )
}
