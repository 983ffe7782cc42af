import type { Random } from './random.ts'

/** A measured distribution: its quantiles at equal distances from the smallest value to the largest, and its mean. */
export interface Sample {
  /** The quantiles in ascending order, at least one. */
  readonly quantiles: readonly number[]
  readonly mean: number
}

/** Returns the distribution with one value only. */
export function constantSample(value: number): Sample {
  return { quantiles: [value], mean: value }
}

/**
 * Returns a random value of a distribution: between two neighbouring quantiles, scaled so that the mean of many values is
 * the measured one. Without the scale, a few very long durations would raise the mean, because the last two quantiles are
 * far from each other. Never negative, although servers with different clocks can measure such durations.
 */
export function drawValue({ quantiles, mean }: Sample, random: Random): number {
  const last = quantiles.length - 1
  if (last < 1) return Math.max(0, quantiles[0] ?? 0)
  const place = random() * last
  const index = Math.floor(place)
  const below = quantiles[index] ?? 0
  const value = below + ((quantiles[index + 1] ?? below) - below) * (place - index)
  return Math.max(0, value * scaleOf(quantiles, mean))
}

const scales = new WeakMap<readonly number[], number>()

function scaleOf(quantiles: readonly number[], mean: number): number {
  const known = scales.get(quantiles)
  if (known !== undefined) return known
  const drawn = meanOf(quantiles)
  const scale = drawn > 0 && mean > 0 ? mean / drawn : 1
  scales.set(quantiles, scale)
  return scale
}

/** The mean of values that are drawn evenly between neighbouring quantiles. */
function meanOf(quantiles: readonly number[]): number {
  let sum = 0
  for (let index = 1; index < quantiles.length; index++)
    sum += ((quantiles[index - 1] ?? 0) + (quantiles[index] ?? 0)) / 2
  return sum / (quantiles.length - 1)
}
