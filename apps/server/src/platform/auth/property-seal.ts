import { createSeal, type Seal } from './seal.ts'

/** Keeps the values of secret global properties. */
export function createPropertySeal(secret: string): Seal {
  return createSeal(secret, 'global property')
}
