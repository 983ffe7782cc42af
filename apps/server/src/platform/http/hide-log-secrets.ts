/** The text in place of a secret. */
const mark = '•••'

/**
 * Returns a line of the log without secrets that are part of its texts, such as an address in the message of an error.
 * It is a second defence: logged data is chosen to have no secrets.
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
