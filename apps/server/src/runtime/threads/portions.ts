import { deserialize, serialize } from 'node:v8'
import { breathe } from '../../platform/breathe.ts'

/**
 * Encodes a long list of plain data as bytes to send between threads. Data in a message is deserialized in one go when
 * it arrives and blocks the event loop; bytes are decoded in portions.
 *
 * @param size items of a portion.
 */
export function toPortions(items: readonly unknown[], size: number): Uint8Array[] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, index) => serialize(items.slice(index * size, (index + 1) * size)))
}

/** Encodes a long list as `toPortions` does, and lets other requests in after each portion. */
export async function toPortionsInTurns(items: readonly unknown[], size: number): Promise<Uint8Array[]> {
  const portions: Uint8Array[] = []
  for (let from = 0; from < items.length; from += size) {
    portions.push(serialize(items.slice(from, from + size)))
    await breathe()
  }
  return portions
}

/**
 * Decodes a portion of a list.
 *
 * @param portion one of `toPortions` or `toPortionsInTurns`.
 */
export function openPortion<T>(portion: Uint8Array): readonly T[] {
  return deserialize(portion)
}
