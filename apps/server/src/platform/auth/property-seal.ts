import { createSeal, type Seal } from './seal.ts'

/** Creates the encryption for values of secret global properties. */
export function createPropertySeal(secret: string): Seal {
  return createSeal(secret, 'global property')
}
