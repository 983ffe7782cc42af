import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SourceFile } from './imports/list-imports.ts'
import { root } from './run-tool.ts'
import { listTexts, withoutComments } from './source-texts.ts'

/** Where statements that write may stand: the operations, what they are made of, and what works off jobs. */
const writers = ['operations', 'runtime', 'jobs', 'platform'].map((part) => `apps/server/src/${part}/`)

/** They make the database and hand it on. */
const makers: ReadonlySet<string> = new Set([
  'apps/server/src/open-databases.ts',
  'apps/server/src/prepare-database.ts',
  'apps/server/src/workplace-main.ts',
  'apps/server/src/move-in-main.ts',
  'apps/server/src/backup-main.ts',
  'apps/server/src/audit-main.ts',
  'apps/server/src/diagnostics-main.ts',
])

/**
 * What a surface would need to write at all, however it words its statement: in what `db.read` lends, PostgreSQL refuses
 * to. Called, taken apart, or asked for by its name as a text.
 */
const door =
  /\b(withTransaction|withPlatformTransaction|openDatabase|lookUp)\b|\bdb\s*\[|(?<!\.)\.\s*pool\b|\{(?:[^{}]*[\s,{])?pool\b\s*[,:}][^{}]*[\s}]*[=:]|\b(?:from|import\s*\(|require\s*\()\s*(['"`])pg\2/

/** Raw SQL, in whatever case and over as many lines as it likes: what a surface may not hand to others either. */
const rawStatement =
  /\b(?:insert\s+into\b|delete\s+from\b|merge\s+into\b|truncate\s+(?:table\s+)?[\w"$]|update\s+(?:only\s+)?\S+(?:\s+(?:as\s+)?["\w]+)?\s+set(?:\s[^=;]{1,200}|\s*\([^=;]{1,200})=|copy\s+["\w.]+(?:\s*\([^)]*\))?\s+from\b|(?:create|alter|drop)\s+(?:or\s+replace\s+)?(?:table|index|function|trigger|policy|role|schema|sequence|view|extension)\s|refresh\s+materialized\b|setval\s*\()/i

/** Matches writing methods of the query builder, called or named. */
const builtStatement = /\b(insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\b/

/**
 * Finds statements that write in files that must not write: one sentence for each file, with the location and the fix.
 * Surfaces only translate; operations change data.
 */
export function findWritingStatements(files: readonly SourceFile[] = readSources()): string[] {
  return files.flatMap(({ path, text }) => {
    if (writers.some((part) => path.startsWith(part)) || isForTests(path)) return []
    const found = findWrite(text, makers.has(path))
    if (found === null) return []
    return [
      `${path}:${found.line}: Expected statements that write, and what can send them, only in operations, runtime, jobs and platform, but there is “${found.words}”. Write an operation in apps/server/src/operations, and call it here.`,
    ]
  })
}

function readSources(): SourceFile[] {
  const paths = globSync('apps/server/src/**/*.ts', { cwd: root })
  return paths.map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(root, path), 'utf8') }))
}

function isForTests(path: string): boolean {
  return /\.test\.ts$|\/testing\//.test(path)
}

function findWrite(text: string, mayOpen: boolean): { line: number; words: string } | null {
  const code = withoutComments(text)
  const found = (mayOpen ? null : door.exec(code)) ?? builtStatement.exec(code)
  if (found !== null) return { line: lineOf(code, found.index), words: found[0].replaceAll(/\s+/g, ' ') }
  for (const { index, content } of listTexts(code)) {
    const raw = rawStatement.exec(content)
    if (raw !== null) return { line: lineOf(code, index), words: raw[0].replaceAll(/\s+/g, ' ').slice(0, 40) }
  }
  return null
}

function lineOf(code: string, index: number): number {
  return code.slice(0, index).split('\n').length
}
