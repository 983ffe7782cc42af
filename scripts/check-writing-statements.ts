import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SourceFile } from './imports/list-imports.ts'
import { root } from './run-tool.ts'

/** Where statements that write may stand: the deeds, what they are made of, and what works off jobs. */
const writers = ['operations', 'runtime', 'jobs', 'platform'].map((part) => `apps/server/src/${part}/`)

/** Raw SQL, in whatever case and over as many lines as it likes. */
const rawStatement =
  /\b(?:insert\s+into\b|delete\s+from\b|merge\s+into\b|truncate\s+(?:table\s+)?[\w"$]|update\s+(?:only\s+)?\S+(?:\s+(?:as\s+)?\w+)?\s+set\s[^=;]{1,200}=)/i

/** The same by the query builder. */
const builtStatement = /\.\s*(insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\s*\(/

/**
 * Statements that write where none may: one sentence for each file, with the place and what to do. A surface translates;
 * whatever it wants to change, an operation does.
 */
export function findWritingStatements(files: readonly SourceFile[] = readSources()): string[] {
  return files.flatMap(({ path, text }) => {
    if (writers.some((part) => path.startsWith(part)) || isForTests(path)) return []
    const found = findWrite(text)
    if (found === null) return []
    return [
      `${path}:${found.line}: Expected statements that write only in operations, runtime, jobs and platform, but there is “${found.words}”. Write an operation in apps/server/src/operations, and call it here.`,
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

function findWrite(text: string): { line: number; words: string } | null {
  const code = withoutComments(text)
  const built = builtStatement.exec(code)
  if (built !== null) return { line: lineOf(code, built.index), words: built[1] ?? '' }
  for (const { index, content } of listTexts(code)) {
    const raw = rawStatement.exec(content)
    if (raw !== null)
      return { line: lineOf(code, index + raw.index), words: raw[0].replaceAll(/\s+/g, ' ').slice(0, 40) }
  }
  return null
}

/** Blanks them out, so that lines stay where they are. A comment may say what it likes. */
function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/gm, (comment) => comment.replaceAll(/[^\n]/g, ' '))
}

/** Texts and templates as they stand in the file, what is filled into them included. */
function listTexts(code: string): { index: number; content: string }[] {
  const texts = code.matchAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`/g)
  return [...texts].map((match) => ({ index: match.index, content: match[0] }))
}

function lineOf(code: string, index: number): number {
  return code.slice(0, index).split('\n').length
}
