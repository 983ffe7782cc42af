import { createHash } from 'node:crypto'

/** The maximum length of an id, as in Camunda's tables. */
export const maxGivenId = 64

/** Ids that are derived from a text have version 8, which the ids of the product never have. */
const derived = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/**
 * Derives a UUID (version 8 of RFC 9562) from an id that is no UUID. The same text always gives the same id, so a call
 * needs no look-up to find a task by the id that its client gave.
 */
export function deriveId(text: string): string {
  const bytes = createHash('sha256').update(`task:${text}`).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** Returns whether an id may be derived from a text. */
export function isDerived(id: unknown): id is string {
  return typeof id === 'string' && derived.test(id)
}
