import { createHash, timingSafeEqual } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/**
 * Hashes a password by Argon2id with the parameters that OWASP recommends, which are the library's defaults: 19 MiB,
 * two passes.
 */
export function hashPassword(password: string): Promise<string> {
  return hash(password)
}

/**
 * Checks a password against its hash. Without a hash the answer is no after the same time, so that the time does not
 * reveal which accounts exist.
 */
export async function verifyPassword(password: string, passwordHash: string | null): Promise<boolean> {
  if (passwordHash?.startsWith('{') === true) return isOfOtherEngine(password, passwordHash)
  if (passwordHash !== null) return verify(passwordHash, password)
  decoy ??= hash('nobody has this password')
  await verify(await decoy, password)
  return false
}

let decoy: Promise<string> | undefined

/**
 * Checks a password against a hash that came over from Camunda 7, `{SHA-512}BASE64 SALT`: one pass over the password
 * followed by its salt. It takes as long as the check of other hashes, so that the time does not tell them apart.
 */
async function isOfOtherEngine(password: string, passwordHash: string): Promise<boolean> {
  decoy ??= hash('nobody has this password')
  await verify(await decoy, password)
  const [, scheme, expected = '', salt = ''] = /^\{(SHA|SHA-512)\}([A-Za-z0-9+/=]+) (.*)$/.exec(passwordHash) ?? []
  if (scheme === undefined) return false
  const digest = createHash(scheme === 'SHA' ? 'sha1' : 'sha512')
    .update(`${password}${salt}`)
    .digest()
  const wanted = Buffer.from(expected, 'base64')
  return digest.length === wanted.length && timingSafeEqual(digest, wanted)
}
