/** Pseudorandom numbers: the same seed gives the same numbers. */
export interface Random {
  /** At least 0, less than 1. */
  next(): number
  /** At least 0, less than `end`. */
  below(end: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
}

/**
 * Creates a random number generator from a seed: Mulberry32, which is small and fast, and sufficient for choosing
 * requests.
 */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (items) => {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error('Expected something to pick from, but there is nothing.')
      return item
    },
  }
}
