import type { Read } from './day.ts'

const example = '9,540.00'
/** A double keeps every decimal of this many digits. */
const exactDigits = 15

/**
 * Reads a number as people type it (a point, commas between thousands) or as JSON carries it. Whole numbers beyond 2^53
 * become bigints; decimals that a double would change are refused. `12,5` is refused too: guessing the meaning of the
 * comma could multiply an amount by ten.
 */
export function readNumber(input: unknown): Read<number | bigint | null> {
  if (input === null || input === undefined) return { ok: true, value: null }
  if (typeof input === 'bigint') return { ok: true, value: narrowInteger(input) }
  if (typeof input === 'number') {
    if (!Number.isFinite(input)) return invalid()
    return { ok: true, value: Object.is(input, -0) ? 0 : input }
  }
  if (typeof input !== 'string') return invalid()
  const text = input.trim().replace(/^\u2212/, '-')
  if (text === '') return { ok: true, value: null }
  if (text.length > 60 || !/^[+-]?(?:\d+|\d{1,3}(?:,\d{3})+)?(?:\.\d*)?$/.test(text) || !/\d/.test(text))
    return invalid()
  const digits = text.replaceAll(',', '').replace(/^\+/, '')
  if (!digits.includes('.')) return { ok: true, value: narrowInteger(BigInt(digits)) }
  const significant = digits
    .replace(/^-?0*\.?0*/, '')
    .replace('.', '')
    .replace(/(?<!0)0+$/, '')
  if (significant.length > exactDigits)
    return { ok: false, fault: { code: 'number.too-precise', params: { digits: exactDigits } } }
  const value = Number(digits)
  return { ok: true, value: value === 0 ? 0 : value }
}

/** Returns a number while it is safe, a bigint beyond, with the bounds of `Number.isSafeInteger`. */
export function narrowInteger(value: number | bigint): number | bigint {
  if (typeof value === 'number') return value
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

/** Compares numbers and bigints exactly: negative when a is less, positive when it is greater. */
export function compareNumbers(a: number | bigint, b: number | bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/**
 * Formats a number as `9,540.00`: a comma between thousands, at least `decimals` digits after the point, and never an
 * exponent.
 */
export function formatNumber(value: number | bigint, decimals = 0): string {
  return new Intl.NumberFormat('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: 20 }).format(value)
}

function invalid(): Read<never> {
  return { ok: false, fault: { code: 'number.invalid', params: { example } } }
}
