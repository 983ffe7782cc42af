import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './run-tool.ts'
import { splitDbTypes } from './split-db-types.ts'

const folder = join(root, 'apps/server/src/platform/db')
const tables = join(folder, 'tables')

/** The types of columns, as in `column-types.ts`: counts are numbers, and days are texts. */
const mapping = { int8: 'ColumnType<number, number | bigint | string, number | bigint | string>' }

/**
 * Writes the row types of a migrated database, one file for each table, or checks that they are up to date.
 *
 * @throws when they are not, or cannot be written.
 */
export function generateDbTypes(url: string, { verify = false } = {}): void {
  const files = splitDbTypes(readTypes(url))
  if (verify) {
    checkFiles(files)
    return
  }
  rmSync(tables, { recursive: true, force: true })
  mkdirSync(tables, { recursive: true })
  for (const [path, text] of files) writeFileSync(join(folder, path), text)
}

/** Returns the output of kysely-codegen: all tables in one file. */
function readTypes(url: string): string {
  const target = mkdtempSync(join(tmpdir(), 'millrace-db-types-'))
  const file = join(target, 'schema.ts')
  const tool = join(root, 'node_modules/kysely-codegen/dist/cli/bin.js')
  const options = [
    '--dialect=postgres',
    `--url=${url}`,
    `--out-file=${file}`,
    '--date-parser=string',
    '--exclude-pattern=*_default',
    '--log-level=error',
  ]
  try {
    execFileSync(process.execPath, [tool, ...options, '--type-mapping', JSON.stringify(mapping)], {
      cwd: root,
      stdio: 'pipe',
    })
    return readFileSync(file, 'utf8')
  } finally {
    rmSync(target, { recursive: true })
  }
}

function checkFiles(files: ReadonlyMap<string, string>): void {
  const old = [...files].filter(([path, text]) => readIfThere(join(folder, path)) !== text).map(([path]) => path)
  const left = readdirSync(tables).filter((name) => !files.has(`tables/${name}`))
  if (old.length + left.length > 0)
    throw new Error(
      `Expected the row types of the migrated database, but these are others: ${[...old, ...left].join(', ')}. Run npm run node -- scripts/generate-db-types.ts.`,
    )
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
