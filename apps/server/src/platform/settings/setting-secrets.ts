import { createSeal } from '../auth/seal.ts'

/** An encrypted secret in the format of its row. */
export interface SealedSecret {
  /** Base64. */
  readonly sealed: string
}

const purpose = 'setting'

export function closeSecret(secret: string, value: string): SealedSecret {
  return { sealed: createSeal(secret, purpose).close(value).toString('base64') }
}

/** Decrypts a stored secret; null when nothing is stored, or it was encrypted with another key. */
export function openSecret(secret: string, stored: unknown): string | null {
  // Rows from before settings had a page have it as it is.
  if (typeof stored === 'string') return stored === '' ? null : stored
  if (typeof stored !== 'object' || stored === null || !('sealed' in stored)) return null
  return createSeal(secret, purpose).open(Buffer.from(String(stored.sealed), 'base64'))
}
