import { choice, flag, integer, quantity, text } from '../document/properties.ts'
import type { PropsOf } from '../document/property.ts'
import type { Fault } from '../messages/catalogue.ts'
import type { Read } from '../values/day.ts'
import { compareNumbers, formatNumber, readNumber } from '../values/number.ts'
import { roundHalfEven } from '../values/round.ts'
import type { FieldDefinition } from './field-definition.ts'
import { textOfVariable } from './text.ts'

const props = {
  placeholder: text(),
  /** Whole numbers only. */
  integer: flag(),
  /** The maximum number of digits after the decimal point, and the number of shown digits. */
  decimals: integer(0, 10),
  /** Inclusive. */
  min: quantity(),
  /** Inclusive. */
  max: quantity(),
  /** Written after the number: `EUR`, `km`. */
  unit: text({ max: 20 }),
  /** The type of the process variable: without it `Long` for whole numbers and `Double` for others. */
  storeAs: choice(['Integer', 'Short', 'Long', 'Double']),
}

export type NumberProps = PropsOf<typeof props>

/** A field for a whole or decimal number. Typed and shown with a point, and commas between thousands: `9,540.00`. */
export const number: FieldDefinition<typeof props, number | bigint> = {
  props,
  isTyped: true,
  isAmount: true,
  findConflict(given) {
    if (given.min !== undefined && given.max !== undefined && compareNumbers(wide(given.min), wide(given.max)) > 0) {
      return `min up to max (${given.max})`
    }
    return isWhole(given) && (given.decimals ?? 0) > 0 ? 'decimals only where a number need not be whole' : null
  },
  read: readField,
  round: (answer, given) => roundTo(answer, isWhole(given) ? 0 : given.decimals),
  present: (value, given) => formatNumber(value, isWhole(given) ? 0 : given.decimals),
  check(value, given) {
    const range = ranges[storedType(given)]
    const min = tightest([given.min, range?.min], 1)
    const max = tightest([given.max, range?.max], -1)
    if (min !== undefined && compareNumbers(value, min) < 0) {
      return [{ code: 'number.too-small', params: { min: formatNumber(min, given.decimals) } }]
    }
    if (max !== undefined && compareNumbers(value, max) > 0) {
      return [{ code: 'number.too-large', params: { max: formatNumber(max, given.decimals) } }]
    }
    return checkDecimals(value, given)
  },
  toJson: (value) => (typeof value === 'bigint' ? value.toString() : value),
  toPlain: (value) => value,
  fromVariable: (variable) => (typeof variable.value === 'number' ? variable.value : textOfVariable(variable)),
  toVariables: (key, value, given) => [{ name: key, type: storedType(given), value }],
}

/** Rounds a number to a number of digits after the point; undefined: the number stays unchanged. */
export function roundTo(answer: number, digits: number | undefined): number {
  return digits === undefined ? answer : roundHalfEven(answer, digits)
}

function readField(input: unknown, given: NumberProps): Read<number | bigint | null> {
  const read = readNumber(input)
  if (!read.ok || read.value === null) return read
  if (isWhole(given)) return isExactInteger(read.value) ? read : notWhole(read.value)
  if (typeof read.value === 'number') return read
  const double = Number(read.value)
  return BigInt(double) === read.value ? { ok: true, value: double } : tooPrecise
}

// A JSON reader has already rounded a number beyond 2^53: such values come as text.
function isExactInteger(value: number | bigint): boolean {
  return typeof value === 'bigint' || Number.isSafeInteger(value)
}

function notWhole(value: number | bigint): Read<never> {
  if (Number.isInteger(value)) return tooPrecise
  return { ok: false, fault: { code: 'number.not-whole', params: { example: wholeExample } } }
}

const wholeExample = '1,284'

const tooPrecise: Read<never> = { ok: false, fault: { code: 'number.too-precise', params: { digits: 15 } } }

function checkDecimals(value: number | bigint, given: NumberProps): Fault[] {
  if (isWhole(given) || given.decimals === undefined || typeof value === 'bigint') return []
  const text = formatNumber(value)
  const digits = text.includes('.') ? text.length - text.indexOf('.') - 1 : 0
  if (digits <= given.decimals) return []
  if (given.decimals === 0) return [{ code: 'number.not-whole', params: { example: wholeExample } }]
  return [{ code: 'number.too-many-decimals', params: { decimals: given.decimals } }]
}

function isWhole(given: NumberProps): boolean {
  return given.integer === true || (given.storeAs !== undefined && given.storeAs !== 'Double')
}

function storedType(given: NumberProps): string {
  return given.storeAs ?? (given.integer === true ? 'Long' : 'Double')
}

const ranges: Readonly<Record<string, { readonly min: bigint; readonly max: bigint }>> = {
  Short: { min: -32_768n, max: 32_767n },
  Integer: { min: -2_147_483_648n, max: 2_147_483_647n },
  Long: { min: -9_223_372_036_854_775_808n, max: 9_223_372_036_854_775_807n },
}

/** Returns whether an integer type of variables can hold the number. */
export function isWithin(type: string, number: number | bigint): boolean {
  const range = ranges[type]
  return range !== undefined && isExactInteger(number) && number >= range.min && number <= range.max
}

/** The highest of the bounds for direction 1, the lowest for -1. */
function tightest(
  bounds: readonly (number | string | bigint | undefined)[],
  direction: 1 | -1,
): number | bigint | undefined {
  const given = bounds.filter((bound) => bound !== undefined).map(wide)
  return given.sort((a, b) => compareNumbers(b, a) * direction)[0]
}

function wide(bound: number | string | bigint): number | bigint {
  return typeof bound === 'string' ? BigInt(bound) : bound
}
