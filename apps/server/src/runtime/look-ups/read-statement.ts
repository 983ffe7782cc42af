import type { SqlAdapter } from '@millrace/contract'

/** An SQL statement with the positions of its parameters, and their names. */
export interface ReadStatement {
  /** The statement with `$1` for the first parameter, as PostgreSQL numbers them. */
  readonly text: string
  /** Each once, in the order of their numbers. */
  readonly parameters: readonly string[]
  /** The statement with `?` for each parameter. */
  readonly marked: string
  /** The parameter of each `?`. */
  readonly marks: readonly string[]
  /** Returns the statement with other placeholders, by the numbers of the parameters from 1. */
  readonly write: (placeholder: (number: number) => string) => string
}

/**
 * Parses an SQL statement with `:name` parameters. Texts, quoted names, comments and casts with `::` have none. Values
 * are sent as parameters, never written into the statement.
 *
 * @returns the error as the end of “Expected …” when it is more than one statement.
 */
export function readStatement(
  given: string,
  action: SqlAdapter['action'] = 'select',
): ReadStatement | { readonly fault: string } {
  let statement = given.trim()
  while (statement.endsWith(';')) statement = statement.slice(0, -1).trimEnd()
  const parameters: string[] = []
  const marks: string[] = []
  let text = ''
  let marked = ''
  const written: (string | number)[] = []
  for (const piece of statement.matchAll(pieces)) {
    const [whole] = piece
    const name = piece.groups?.name
    if (piece.groups?.end !== undefined) return { fault: 'one statement, but it has a ; inside' }
    if (piece.groups?.number !== undefined) return { fault: `parameters such as :name, but it has ${whole}` }
    if (name === undefined) {
      text += whole
      marked += whole
      written.push(whole)
      continue
    }
    if (!parameters.includes(name)) parameters.push(name)
    text += `$${parameters.indexOf(name) + 1}`
    marked += '?'
    written.push(parameters.indexOf(name) + 1)
    marks.push(name)
  }
  const bare = text.replaceAll(/--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g, ' ')
  if (action === 'select' && !/^\s*(?:\(|(?:select|with|values|table)\b)/i.test(bare))
    return { fault: 'a SELECT, but it begins otherwise' }
  if (action === 'change' && !/^\s*(?:insert|update|delete|merge|replace|call|with|select)\b/i.test(bare))
    return { fault: 'an INSERT, UPDATE, DELETE, MERGE or CALL, but it begins otherwise' }
  const write = (placeholder: (number: number) => string) =>
    written.map((piece) => (typeof piece === 'string' ? piece : placeholder(piece))).join('')
  return { text, parameters, marked, marks, write }
}

/** PostgreSQL, 4.1: string constants of each kind, quoted identifiers, comments. MySQL's quoted identifiers. */
const pieces = new RegExp(
  [
    /\$(?<tag>[A-Za-z_]\w*)?\$[\s\S]*?(?:\$\k<tag>\$|$)/.source,
    /\b[eE]'(?:[^'\\]|\\[\s\S]|'')*(?:'|$)/.source,
    /'(?:[^']|'')*(?:'|$)/.source,
    /"(?:[^"]|"")*(?:"|$)/.source,
    /`(?:[^`]|``)*(?:`|$)/.source,
    /--[^\n]*/.source,
    /\/\*[\s\S]*?(?:\*\/|$)/.source,
    /::|:=/.source,
    /(?<![\w\]]):(?<name>[A-Za-z][A-Za-z0-9_]{0,49})/.source,
    /(?<number>\$\d+)/.source,
    /(?<end>;)/.source,
    /[\s\S]/.source,
  ].join('|'),
  'g',
)
