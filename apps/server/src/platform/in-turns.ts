import { breathe } from './breathe.ts'

/** Work that yields after each piece of a few milliseconds. */
export type Pieces<T> = Generator<void, T>

/** Carries out work over several turns of the event loop, so that other requests come in between. */
export async function inTurns<T>(work: Pieces<T>): Promise<T> {
  let piece = work.next()
  while (piece.done !== true) {
    await breathe()
    piece = work.next()
  }
  return piece.value
}

/** Carries out work in one turn: it is known to be little, or no request waits for this process. */
export function atOnce<T>(work: Pieces<T>): T {
  let piece = work.next()
  while (piece.done !== true) piece = work.next()
  return piece.value
}

/** Characters of text that are converted in one turn. */
const portion = 256 * 1024

/**
 * Converts items as `map` does. Others come in between where their texts are long.
 *
 * @param weightOf the characters of the texts of an item that are converted.
 */
export async function mapInTurns<T, U>(
  items: readonly T[],
  weightOf: (item: T) => number,
  map: (item: T) => U,
): Promise<U[]> {
  const mapped: U[] = []
  let ofTurn = 0
  for (const item of items) {
    const weight = weightOf(item)
    if (ofTurn > 0 && ofTurn + weight > portion) {
      await breathe()
      ofTurn = 0
    }
    ofTurn += weight
    mapped.push(map(item))
  }
  return mapped
}
