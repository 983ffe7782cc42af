import { deserialize, serialize } from 'node:v8'

/**
 * A long list of plain data on its way between threads. What a message holds is read in one go when it comes, and nobody
 * else comes in between: bytes are read when whoever has them wants to.
 *
 * @param size items of a portion.
 */
export function toPortions(items: readonly unknown[], size: number): Uint8Array[] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, index) => serialize(items.slice(index * size, (index + 1) * size)))
}

/** @param portion of `toPortions`. */
export function openPortion<T>(portion: Uint8Array): readonly T[] {
  return deserialize(portion)
}
