import { createSeal, type Seal } from '../auth/seal.ts'

/** Creates the encryption for ID tokens of single sign-on providers, which sessions store. */
export function createIdTokenSeal(secret: string): Seal {
  return createSeal(secret, 'sso id token')
}
