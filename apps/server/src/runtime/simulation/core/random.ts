/** A stream of random numbers from 0 up to 1, without 1. The same seeds give the same numbers. */
export type Random = () => number

/**
 * Creates the stream of some seeds, such as the seed of a simulation, the number of a run and the number of an instance.
 * Streams of different seeds are independent. The generator is sfc32, seeded by the mixing step of splitmix32.
 */
export function createRandom(...seeds: readonly number[]): Random {
  let mixed = 0x9e3779b9
  for (const seed of seeds) mixed = mix((mixed + mix((seed >>> 0) + 0x9e3779b9)) >>> 0)
  const next = () => {
    mixed = (mixed + 0x9e3779b9) >>> 0
    return mix(mixed)
  }
  let a = next()
  let b = next()
  let c = next()
  let counter = next()
  return () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return (sum >>> 0) / 4_294_967_296
  }
}

function mix(value: number): number {
  let mixed = value
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
  return (mixed ^ (mixed >>> 15)) >>> 0
}

/** Returns a random duration with an exponential distribution of this mean. */
export function drawExponential(random: Random, mean: number): number {
  return -Math.log(1 - random()) * mean
}

/** Returns the index of an item by the weights of all, or the last one with a weight if rounding leaves none. */
export function drawIndex(random: Random, weights: readonly number[]): number {
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0)
  let last = 0
  for (const [index, weight] of weights.entries()) {
    if (weight <= 0) continue
    last = index
    left -= weight
    if (left < 0) return index
  }
  return last
}

/** Returns a random whole number with the mean `mean`: the number below it or the number above it. */
export function drawCount(random: Random, mean: number): number {
  const below = Math.floor(mean)
  return random() < mean - below ? below + 1 : below
}
