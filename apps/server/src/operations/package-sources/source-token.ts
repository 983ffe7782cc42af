import { createSeal } from '../../platform/auth/seal.ts'

const purpose = 'package-source'

/** Encrypts the API token of a source for the database. @param secret of the installation. */
export function sealSourceToken(secret: string, token: string): Buffer {
  return createSeal(secret, purpose).close(token)
}

/** Returns the API token of a source; empty: there is none, or it was encrypted with another secret. */
export function openSourceToken(secret: string, token: Buffer | null): string {
  return token === null ? '' : (createSeal(secret, purpose).open(token) ?? '')
}
