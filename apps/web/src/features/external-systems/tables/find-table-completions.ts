import type { DatabaseTable } from '@millrace/contract'

/** A suggestion for the word before the caret. */
export interface TableCompletion {
  readonly name: string
  /** The type of a column, or the kind of a table. */
  readonly about: string
}

export interface TableCompletions {
  /** UTF-16 positions of the word that is being typed. */
  readonly from: number
  readonly to: number
  readonly found: readonly TableCompletion[]
}

/** How many are offered. */
const most = 8
/**
 * Returns the tables and columns that complete the word before a position of a statement. After the name of a table and
 * a dot, it suggests the columns of that table. Null: there are no suggestions, or the position is in a quoted text.
 *
 * @param isAsked also suggests where no word has been started.
 */
export function findTableCompletions(
  statement: string,
  position: number,
  tables: readonly DatabaseTable[],
  isAsked = false,
): TableCompletions | null {
  const before = statement.slice(0, position)
  if (isQuoted(before)) return null
  const word = wordBefore(before, position)
  const at = position - word.length
  const owner = before[at - 1] === '.' ? wordBefore(before, at - 1) : undefined
  if (owner === '' || /^\p{N}/u.test(word)) return null
  // A parameter is no column.
  if (before[at - 1] === ':' || (word === '' && owner === undefined && !isAsked)) return null
  const meant = owner === undefined ? tables : tables.filter((one) => isNamed(one, owner, statement))
  const columns = meant.flatMap((one) => one.columns.map(({ name, type }) => ({ name, about: type })))
  const names = owner === undefined ? tables.map(({ name, kind }) => ({ name, about: kind })) : []
  const prefix = word.toLowerCase()
  const found = new Map<string, TableCompletion>()
  for (const one of [...names, ...columns])
    if (one.name.toLowerCase().startsWith(prefix) && one.name !== word && !found.has(one.name)) found.set(one.name, one)
  if (found.size === 0) return null
  return { from: at, to: position, found: [...found.values()].slice(0, most) }
}

/** The letters, digits and underscores that end at a position. */
function wordBefore(text: string, end: number): string {
  let start = end
  while (start > 0 && /[\p{L}\p{N}_]/u.test(text[start - 1] ?? '')) start -= 1
  return text.slice(start, end)
}

/** Whether a name means a table: its own name, or another name that the statement gives to it. */
function isNamed({ name }: DatabaseTable, owner: string, statement: string): boolean {
  if (name.toLowerCase() === owner.toLowerCase()) return true
  const words = statement.toLowerCase().split(/[^\p{L}\p{N}_]+/u)
  return words.some(
    (word, at) =>
      word === name.toLowerCase() &&
      (words[at + 1] === owner.toLowerCase() || (words[at + 1] === 'as' && words[at + 2] === owner.toLowerCase())),
  )
}

function isQuoted(before: string): boolean {
  return (before.match(/'/g)?.length ?? 0) % 2 === 1
}
