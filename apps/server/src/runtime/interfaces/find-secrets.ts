/** Parts of a name, without separators, of which each marks the value as a secret. */
const secretParts = [
  ...['token', 'secret', 'passw', 'passphrase', 'apikey', 'accesskey', 'authkey', 'subscriptionkey', 'credential'],
  ...['cookie', 'session', 'signature', 'authorization', 'authentication', 'bearer', 'jwt'],
]
/** Whole words of a name that mark the value as a secret. Within longer words they do not: `keyword`, `author`. */
const secretWords: ReadonlySet<string> = new Set(['key', 'auth', 'pwd', 'pass', 'pin', 'otp', 'sig', 'sid'])

/** Returns whether the value of a header, query parameter or body member is a secret by its name, such as `X-Api-Key`. */
export function isSecretName(name: string): boolean {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
  const plain = words.join('')
  return words.some((word) => secretWords.has(word)) || secretParts.some((part) => plain.includes(part))
}

/** Returns whether a value contains more than placeholders such as `{token}`, and the scheme of a sign-in before them. */
export function isLiteral(value: string): boolean {
  const rest = value.replaceAll(/\{[^{}]*\}/g, '').trim()
  return rest !== '' && !schemes.has(rest.toLowerCase())
}

/** Returns whether a header, query parameter or body member contains a secret, by its name or its value. */
export function isSecret(name: string, value: string): boolean {
  return isLiteral(value) && (isSecretName(name) || isSecretValue(value))
}

const schemes: ReadonlySet<string> = new Set(['basic', 'bearer', 'digest', 'token', 'apikey'])

/** Letters and digits in a row that count as random. */
const minRandomLength = 20

/**
 * Returns whether a text contains a secret by its form: the credentials of an HTTP sign-in, an address with a user or
 * password, or a long run of letters and digits, as keys and JWTs have them.
 */
export function isSecretValue(text: string): boolean {
  const [scheme = '', credentials] = text.trim().split(/\s/, 2)
  if (credentials !== undefined && isLiteral(credentials) && signInSchemes.has(scheme.toLowerCase())) return true
  if (text.split('://').slice(1).some(hasUser)) return true
  return text
    .replaceAll(/\{[^{}]*\}/g, ' ')
    .split(/[^A-Za-z0-9]+/)
    .some((run) => run.length >= minRandomLength && /\d/.test(run) && /[A-Za-z]/.test(run))
}

const signInSchemes: ReadonlySet<string> = new Set(['basic', 'bearer', 'digest'])

/** Returns whether an address, without its scheme, has a user or a password before its host. */
function hasUser(address: string): boolean {
  const [authority = ''] = address.split(/[/?#\s]/, 1)
  const end = authority.lastIndexOf('@')
  return end > 0 && isLiteral(authority.slice(0, end).replaceAll(':', ''))
}
