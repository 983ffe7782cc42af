import { constants, createPublicKey, type JsonWebKey, type KeyObject, verify } from 'node:crypto'

/** The subject of a logout token: a user of the provider, a session at the provider, or both. */
export interface SignedOut {
  readonly subject: string | null
  readonly providerSession: string | null
}

export interface LogoutTokenChecks {
  readonly issuer: string
  readonly clientId: string
  readonly now: Date
  /** The provider's keys, as they are in its JWKS. */
  readonly keys: readonly ProviderKey[]
}

export type ProviderKey = JsonWebKey & { readonly kid?: string; readonly alg?: string; readonly use?: string }

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'
const clockSkewSeconds = 60
/** Old ones are of no use to anybody honest. */
const longestAgeSeconds = 600

/**
 * Reads the token with which a provider ends sessions (OpenID Connect Back-Channel Logout 1.0, section 2.6).
 *
 * @returns null when the token is not from the provider, for another client, too old, or not a logout token.
 */
export function readLogoutToken(token: string, checks: LogoutTokenChecks): SignedOut | null {
  const claims = readSigned(token, checks.keys)
  if (claims === null || !isForUs(claims, checks) || !isInTime(claims, checks.now)) return null
  const { sub, sid, events, nonce } = claims
  // A token with a nonce is one of a sign-in, which must not be taken for this.
  if (nonce !== undefined || typeof events !== 'object' || events === null || !Object.hasOwn(events, logoutEvent))
    return null
  const signedOut = { subject: textOrNull(sub), providerSession: textOrNull(sid) }
  return signedOut.subject === null && signedOut.providerSession === null ? null : signedOut
}

type Claims = Readonly<Record<string, unknown>>

function isForUs({ iss, aud }: Claims, { issuer, clientId }: LogoutTokenChecks): boolean {
  return iss === issuer && (Array.isArray(aud) ? aud.includes(clientId) : aud === clientId)
}

function isInTime({ iat, exp }: Claims, now: Date): boolean {
  const seconds = now.getTime() / 1000
  if (typeof iat !== 'number' || iat > seconds + clockSkewSeconds || iat < seconds - longestAgeSeconds) return false
  return exp === undefined || (typeof exp === 'number' && exp > seconds - clockSkewSeconds)
}

/** The claims of a JWT that one of the keys has signed. */
function readSigned(token: string, keys: readonly ProviderKey[]): Claims | null {
  const [header = '', payload = '', signature = '', ...rest] = token.split('.')
  const { alg, kid } = readJson(header) ?? {}
  const algorithm = typeof alg === 'string' && Object.hasOwn(algorithms, alg) ? algorithms[alg] : undefined
  if (algorithm === undefined || rest.length > 0) return null
  const candidates = keys.filter(
    (key) =>
      key.kty === algorithm.keyType &&
      (kid === undefined || key.kid === kid) &&
      (key.use ?? 'sig') === 'sig' &&
      (key.alg ?? alg) === alg,
  )
  const content = Buffer.from(`${header}.${payload}`)
  const isSigned = candidates.some((key) => {
    const publicKey = readKey(key)
    return publicKey !== null && algorithm.check(content, publicKey, Buffer.from(signature, 'base64url'))
  })
  return isSigned ? readJson(payload) : null
}

interface Algorithm {
  readonly keyType: string
  readonly check: (content: Buffer, key: KeyObject, signature: Buffer) => boolean
}

/** The allowed algorithms: only those with a key pair, because a shared secret does not prove who signed. */
const algorithms: Readonly<Record<string, Algorithm>> = {
  RS256: { keyType: 'RSA', check: (content, key, signature) => verify('sha256', content, key, signature) },
  PS256: {
    keyType: 'RSA',
    check: (content, key, signature) =>
      verify('sha256', content, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }, signature),
  },
  ES256: {
    keyType: 'EC',
    check: (content, key, signature) => verify('sha256', content, { key, dsaEncoding: 'ieee-p1363' }, signature),
  },
  EdDSA: { keyType: 'OKP', check: (content, key, signature) => verify(null, content, key, signature) },
}

function readKey(key: ProviderKey): KeyObject | null {
  try {
    return createPublicKey({ key, format: 'jwk' })
  } catch {
    return null
  }
}

function readJson(part: string): Claims | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Claims) : null
  } catch {
    return null
  }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
