import { createSeal, type Seal } from '../seal.ts'

/** Creates the encryption for the secrets of authenticator apps. */
export function createFactorSeal(secret: string): Seal {
  return createSeal(secret, 'second factor')
}
