/** Runs `one` repeatedly, `width` at a time, for about `ms` milliseconds. Returns the number of runs per second. */
export async function perSecond(width: number, ms: number, one: () => Promise<void>): Promise<number> {
  const began = performance.now()
  let done = 0
  const lane = async () => {
    while (performance.now() - began < ms) {
      await one()
      done++
    }
  }
  await Promise.all(Array.from({ length: width }, lane))
  return done / ((performance.now() - began) / 1000)
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/**
 * Returns a percentile of values: with the share 0.99, the smallest value that at least 99 % of the values do not
 * exceed.
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/** Measures alternatives in rounds, one after the other in each, so that a slow minute affects all of them. */
export async function compare(
  ways: Readonly<Record<string, () => Promise<number>>>,
  rounds: number,
): Promise<Record<string, number[]>> {
  const results: Record<string, number[]> = Object.fromEntries(Object.keys(ways).map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const [name, way] of Object.entries(ways)) results[name]?.push(await way())
  }
  return results
}

/** Returns the median of the ratios of two results in each round. */
export function ratio(results: Readonly<Record<string, readonly number[]>>, name: string, to: string): number {
  return median((results[name] ?? []).map((value, round) => value / (results[to]?.[round] ?? Number.NaN)))
}
