/** An SQL statement with `$1` for its parameters, and their names. */
export interface ReadStatement {
  readonly text: string
  /** Each once, in the order of their numbers. */
  readonly parameters: readonly string[]
}

/**
 * Parses an SQL statement with `:name` parameters. Texts, quoted names, comments and casts with `::` have none. Values
 * are sent as parameters, never written into the statement.
 *
 * @returns the error as the end of “Expected …” when it is more than one statement.
 */
export function readStatement(given: string): ReadStatement | { readonly fault: string } {
  let statement = given.trim()
  while (statement.endsWith(';')) statement = statement.slice(0, -1).trimEnd()
  const parameters: string[] = []
  let text = ''
  for (const piece of statement.matchAll(pieces)) {
    const [whole] = piece
    const name = piece.groups?.name
    if (piece.groups?.end !== undefined) return { fault: 'one statement, but it has a ; inside' }
    if (piece.groups?.number !== undefined) return { fault: `parameters such as :name, but it has ${whole}` }
    if (name === undefined) {
      text += whole
      continue
    }
    if (!parameters.includes(name)) parameters.push(name)
    text += `$${parameters.indexOf(name) + 1}`
  }
  if (!/^\s*(?:\(|(?:select|with|values|table)\b)/i.test(text.replaceAll(/--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g, ' ')))
    return { fault: 'a SELECT, but it begins otherwise' }
  return { text, parameters }
}

/** PostgreSQL, 4.1: string constants of each kind, quoted identifiers, comments. */
const pieces = new RegExp(
  [
    /\$(?<tag>[A-Za-z_]\w*)?\$[\s\S]*?(?:\$\k<tag>\$|$)/.source,
    /\b[eE]'(?:[^'\\]|\\[\s\S]|'')*(?:'|$)/.source,
    /'(?:[^']|'')*(?:'|$)/.source,
    /"(?:[^"]|"")*(?:"|$)/.source,
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
