import { Fault } from './environment.ts'
import { DateTime } from './joda/date-time.ts'
import { presentText } from './present-text.ts'

/**
 * A number in coercions of EL 2.2, clause 1.18. A safe whole number or a bigint represents Java's Long, any other
 * number its Double.
 */
export type Numeric = number | bigint

export function isNumeric(value: unknown): value is Numeric {
  return typeof value === 'number' || typeof value === 'bigint'
}

export function isWhole(value: unknown): value is Numeric {
  return typeof value === 'bigint' || Number.isSafeInteger(value)
}

/** Converts a value to Double (clause 1.18.3). Null and the empty string are 0. */
export function toDouble(value: unknown): number {
  if (value === null || value === '') return 0
  if (typeof value === 'number') return value
  if (typeof value === 'bigint') return Number(value)
  if (typeof value === 'string') {
    const number = parseDouble(value)
    if (number !== undefined) return number
  }
  throw new Fault(`Expected a number, but ${describe(value)} is none.`)
}

/** Converts a value to Long (clause 1.18.3). Decimals are cut off, as by Java's `longValue`. */
export function toLong(value: unknown): Numeric {
  if (typeof value === 'bigint' || isWhole(value)) return value
  if (typeof value === 'string' && /^[+-]?\d+$/.test(value)) return normalise(BigInt(checkDigits(value)))
  const double = Math.trunc(toDouble(value))
  return Number.isSafeInteger(double) || !Number.isFinite(double) ? double : BigInt(double)
}

/** Whole numbers stay exact as far as a Double reaches: no work with them takes long. */
const maximumDigits = 308

function checkDigits(text: string): string {
  if (text.length <= maximumDigits) return text
  throw tooLarge()
}

export function tooLarge(): Fault {
  return new Fault(`Expected a whole number of at most ${maximumDigits} digits, but it has more.`)
}

/** Converts a value to Java's `int` for parameters, without decimals. */
export function toIndex(value: unknown): number {
  return Number(toLong(value))
}

/** Converts a value to Boolean (clause 1.18.5). */
export function toBoolean(value: unknown): boolean {
  if (value === null || value === '') return false
  if (typeof value === 'boolean') return value
  if (typeof value === 'string') return value.length === 'true'.length && value.toLowerCase() === 'true'
  throw new Fault(`Expected true or false, but ${describe(value)} is neither.`)
}

/** Converts a bigint to a number if it is a safe integer; otherwise returns it unchanged. */
export function normalise(value: bigint): Numeric {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

/** Returns a value as an error sentence names it: short, and with its kind. */
export function describe(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (value instanceof Date || value instanceof DateTime) return `the date ${presentText(value)}`
  if (typeof value === 'string')
    return `the text ${JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value)}`
  if (typeof value === 'object') return 'an object'
  return `the ${typeof value} ${String(value)}`
}

const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?[fFdD]?$/

function parseDouble(text: string): number | undefined {
  const trimmed = text.trim()
  if (decimal.test(trimmed)) return Number(trimmed.replace(/[fFdD]$/, ''))
  const word = /^([+-]?)(NaN|Infinity)$/.exec(trimmed)
  return word === null ? undefined : Number(word[2] === 'NaN' ? 'NaN' : trimmed)
}
