import { secondFactorLimits } from '@millrace/contract'
import { Secret, TOTP } from 'otpauth'

/** RFC 6238 with the values that all authenticator apps know: SHA-1, six digits, 30 seconds. */
const common = { algorithm: 'SHA1', digits: secondFactorLimits.digits, period: 30 } as const
/** Steps before and after the current one whose codes are accepted, because clocks differ. */
const window = 1

/** Returns a new secret of 160 bits in base 32, as RFC 4226 (section 4, R6) recommends. */
export function createTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** Returns the address that authenticator apps read from a QR code. */
export function totpUri(secret: string, { issuer, username }: { issuer: string; username: string }): string {
  return new TOTP({ ...common, secret: Secret.fromBase32(secret), issuer, label: username }).toString()
}

/** Returns the time step of a code; null when the code is wrong at this time. */
export function findTotpStep(secret: string, code: string, now: Date): number | null {
  const token = code.replaceAll(' ', '')
  if (!/^\d{6}$/.test(token)) return null
  const timestamp = now.getTime()
  const delta = new TOTP({ ...common, secret: Secret.fromBase32(secret) }).validate({ token, timestamp, window })
  return delta === null ? null : Math.floor(timestamp / 1000 / common.period) + delta
}
