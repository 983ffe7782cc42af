/** The limits of the specification (sections 5 and 9), in seconds. */
export const intervalLimits = { least: 60, most: 1760, beforeTimeout: 10 } as const

export type IntervalFault = 'missing' | 'tooShort' | 'tooLong' | 'beyondSession'

/**
 * Returns the fault of an auto-save interval in a session that ends after `timeout` idle seconds; null when the
 * interval is valid.
 */
export function findIntervalFault(interval: number | null, timeout: number): IntervalFault | null {
  if (interval === null || !Number.isInteger(interval)) return 'missing'
  if (interval < intervalLimits.least) return 'tooShort'
  if (interval > intervalLimits.most) return 'tooLong'
  return interval > timeout - intervalLimits.beforeTimeout ? 'beyondSession' : null
}
