import type { Times } from './model.ts'

/** The mean over runs, with the half width of its 95 % confidence interval. Null: no run has a value. */
export interface Estimate {
  readonly mean: number
  /** Null with less than two runs. */
  readonly half: number | null
}

/** Returns mean, median and 95th percentile. */
export function summarise(values: readonly number[]): Times {
  if (values.length === 0) return { mean: null, median: null, p95: null }
  const sorted = Float64Array.from(values).sort()
  let sum = 0
  for (const value of sorted) sum += value
  return { mean: sum / sorted.length, median: percentile(sorted, 0.5), p95: percentile(sorted, 0.95) }
}

/** As `percentile_cont` of PostgreSQL: between two neighbouring values. */
function percentile(sorted: Float64Array, share: number): number {
  const place = share * (sorted.length - 1)
  const index = Math.floor(place)
  const below = sorted[index] ?? 0
  return below + ((sorted[index + 1] ?? below) - below) * (place - index)
}

/** Estimates a measure from one value of each run. Runs without a value are left out. */
export function estimate(values: readonly (number | null)[]): Estimate | null {
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return null
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length
  if (known.length < 2) return { mean, half: null }
  const variance = known.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (known.length - 1)
  return { mean, half: studentT(known.length - 1) * Math.sqrt(variance / known.length) }
}

/** Estimates the difference of two measures run by run: both runs with a number have the same random numbers. */
export function estimateDifference(
  before: readonly (number | null)[],
  after: readonly (number | null)[],
): Estimate | null {
  return estimate(
    before.map((value, index) => {
      const other = after[index] ?? null
      return value === null || other === null ? null : other - value
    }),
  )
}

/** Student's t for a two-sided interval of 95 %, from the table up to 30 degrees of freedom. */
const table = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11,
  2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
]

function studentT(freedom: number): number {
  return table[freedom - 1] ?? 1.96 + 2.4 / freedom
}

/** The range in which 95 % of single runs are expected, around their mean. */
export function expectRange(values: readonly (number | null)[]): {
  readonly predicted: number | null
  readonly low: number | null
  readonly high: number | null
} {
  const mean = estimate(values)
  if (mean === null) return { predicted: null, low: null, high: null }
  if (mean.half === null) return { predicted: mean.mean, low: null, high: null }
  const count = values.filter((value) => value !== null).length
  // The interval of the mean is t·s/√n, that of a further run t·s·√(1 + 1/n).
  const half = mean.half * Math.sqrt(count + 1)
  return { predicted: mean.mean, low: Math.max(0, mean.mean - half), high: mean.mean + half }
}
