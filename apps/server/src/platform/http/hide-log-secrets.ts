/** What stands where a secret would. */
const mark = '•••'

/**
 * Returns a line of the log without secrets that have come into its texts, such as the message of an error that quotes an
 * address. It is the second wall: what is logged is chosen so that there are none.
 */
export function hideSecrets(line: string): string {
  return line.replace(anySecret, (found) => (found.startsWith('?') ? `?${mark}` : mark))
}

const shapes = [
  // Tokens of sessions, API tokens, public links, receipts and answers (`platform/auth/token.ts`), and those against forgery.
  /(?<![\w-])[\w-]{22,70}\.[\w-]{43}/,
  // Signed tokens of a provider.
  /(?<![\w-])eyJ[\w-]{10,}\.[\w-]+\.[\w-]*/,
  // What an address asks with.
  /\?[\w.~%[\]-]+=[^\s"\\]*/,
  // Name and password in an address.
  /(?<=:\/\/)[^\s/"\\@]{1,400}(?=@)/,
  /(?<=\b(?:Basic|Bearer) )[\w.~+/=-]{8,}/,
]

const anySecret = new RegExp(shapes.map(({ source }) => source).join('|'), 'g')
