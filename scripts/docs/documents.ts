import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { root } from '../run-tool.ts'

/** The files of the project for the checks of the documents. */
export interface Documents {
  /** Null where there is no such file. */
  read(path: string): string | null
  /** Whether there is a file or folder. */
  has(path: string): boolean
  /** Paths with slashes, sorted. */
  list(pattern: string): string[]
}

/** Opens the documents of the project. @param instead texts that replace those of files, for tests of the checks. */
export function openDocuments(instead: Readonly<Record<string, string>> = {}): Documents {
  return {
    read: (path) => instead[path] ?? (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null),
    has: (path) => path in instead || existsSync(join(root, path)),
    list: (pattern) =>
      [
        ...new Set([
          ...globSync(pattern, { cwd: root }),
          ...Object.keys(instead).filter((path) => matchesGlob(path, pattern)),
        ]),
      ]
        .map((path) => path.replaceAll('\\', '/'))
        .sort(),
  }
}

/** Returns the rows of all tables with this head in a text, each as its cells. */
export function readRows(text: string, head: string): string[][] {
  const tables = text.split(head).slice(1)
  const lines = tables.flatMap((table) => (table.split('\n\n')[0] ?? '').split('\n').slice(2))
  return lines
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .slice(1, line.lastIndexOf('|'))
        .split('|')
        .map((cell) => cell.trim()),
    )
}
