import type { Change } from './change.ts'
import { insertImport, insertLine } from './insert-line.ts'

interface Line {
  /** The import that the line needs. */
  readonly statement?: string
  readonly line: string
  readonly between: readonly [string, string]
}

/** Adds a line to a registry, with its import. */
export function addLine(path: string, { statement, ...place }: Line): Change {
  return {
    kind: 'edit',
    path,
    edit: (text) => insertLine(statement === undefined ? text : insertImport(text, statement), place),
  }
}
