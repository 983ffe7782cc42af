import { createSeal, type Seal } from '../auth/seal.ts'

/** For what a provider has said of a user, as sessions keep it. */
export function createIdTokenSeal(secret: string): Seal {
  return createSeal(secret, 'sso id token')
}
