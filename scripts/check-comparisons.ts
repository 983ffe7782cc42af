import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SourceFile } from './imports/list-imports.ts'
import { root } from './run-tool.ts'
import { withoutComments } from './source-texts.ts'

/** A column beside an operator that an index serves, and `coalesce` on its other side. */
const comparison = /\.[a-z_]+ ?(?:<=|>=|<|>|=) ?coalesce\(/g

/**
 * Finds comparisons of a column with `coalesce` in the server's SQL: one sentence for each. Below row-level security
 * PostgreSQL uses no index for them (`platform/db/first-of.ts`), so that a statement for one row reads the whole table.
 */
export function findComparisons(files: readonly SourceFile[] = readSources()): string[] {
  return files.flatMap(({ path, text }) => {
    const code = withoutComments(text)
    return [...code.matchAll(comparison)].map(({ 0: words, index }) => {
      const line = code.slice(0, index).split('\n').length
      return `${path}:${line}: Expected “firstOf” where a column is compared, but there is “${words}”. Row-level security keeps PostgreSQL from using an index for it.`
    })
  })
}

function readSources(): SourceFile[] {
  const paths = globSync('apps/server/src/**/*.ts', { cwd: root })
  return paths
    .filter((path) => !/\.test\.ts$/.test(path))
    .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(root, path), 'utf8') }))
}
