import { hash, verify } from '@node-rs/argon2'

/** Argon2id with the parameters that OWASP recommends, which are the library's own: 19 MiB, two passes. */
export function hashPassword(password: string): Promise<string> {
  return hash(password)
}

/**
 * Checks a password against its hash. Without a hash the answer is no after the same time, so that the time does not
 * reveal which accounts exist.
 */
export async function verifyPassword(password: string, passwordHash: string | null): Promise<boolean> {
  if (passwordHash !== null) return verify(passwordHash, password)
  decoy ??= hash('nobody has this password')
  await verify(await decoy, password)
  return false
}

let decoy: Promise<string> | undefined
