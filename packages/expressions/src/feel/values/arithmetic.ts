import { Decimal, type FeelNumber, normalise, toDecimal, toDouble } from './number.ts'

/** Adds two numbers (DMN 1.5, table 53): safe integers stay native, others are decimal. Null: no such number. */
export function add(left: FeelNumber, right: FeelNumber): FeelNumber | null {
  if (typeof left === 'number' && typeof right === 'number') {
    const sum = left + right
    if (Number.isSafeInteger(sum)) return sum
  }
  return normalise(toDecimal(left).plus(right))
}

export function subtract(left: FeelNumber, right: FeelNumber): FeelNumber | null {
  if (typeof left === 'number' && typeof right === 'number') {
    const difference = left - right
    if (Number.isSafeInteger(difference)) return difference
  }
  return normalise(toDecimal(left).minus(right))
}

export function multiply(left: FeelNumber, right: FeelNumber): FeelNumber | null {
  if (typeof left === 'number' && typeof right === 'number') {
    const product = left * right
    if (Number.isSafeInteger(product)) return product + 0
  }
  return normalise(toDecimal(left).times(right))
}

export function divide(left: FeelNumber, right: FeelNumber): FeelNumber | null {
  if (right === 0) return null
  if (typeof left === 'number' && typeof right === 'number' && left % right === 0) return left / right + 0
  return normalise(toDecimal(left).div(right))
}

/** Exponents beyond nine digits are outside of the domain. */
const MAX_EXPONENT = 999_999_999

export function power(base: FeelNumber, exponent: FeelNumber): FeelNumber | null {
  if (Math.abs(toDouble(exponent)) > MAX_EXPONENT) return null
  return normalise(toDecimal(base).pow(exponent))
}

export function negate(number: FeelNumber): FeelNumber {
  return typeof number === 'number' ? 0 - number : number.negated()
}

export function absolute(number: FeelNumber): FeelNumber {
  return typeof number === 'number' ? Math.abs(number) : number.abs()
}

/** Returns the remainder with the sign of the divisor: `dividend - divisor * floor(dividend / divisor)`. */
export function modulo(dividend: FeelNumber, divisor: FeelNumber): FeelNumber | null {
  if (divisor === 0) return null
  if (typeof dividend === 'number' && typeof divisor === 'number') {
    const remainder = dividend % divisor
    return remainder !== 0 && remainder < 0 !== divisor < 0 ? remainder + divisor : remainder + 0
  }
  const quotient = WIDE.div(dividend, divisor).floor()
  return normalise(new Decimal(toDecimal(dividend)).minus(WIDE.mul(quotient, divisor)))
}

/** The quotient needs its units digit, however big it is; 34 digits may end before it. */
const WIDE = Decimal.clone({ precision: 100 })

export type Rounding = 'up' | 'down' | 'half up' | 'half down' | 'half even' | 'floor' | 'ceiling'

const ROUNDINGS = {
  up: Decimal.ROUND_UP,
  down: Decimal.ROUND_DOWN,
  'half up': Decimal.ROUND_HALF_UP,
  'half down': Decimal.ROUND_HALF_DOWN,
  'half even': Decimal.ROUND_HALF_EVEN,
  floor: Decimal.ROUND_FLOOR,
  ceiling: Decimal.ROUND_CEIL,
} satisfies Record<Rounding, number>

/** Scales that decimal128 allows; beyond them rounding has no result (DMN 1.5, 10.3.4.3). */
const MIN_SCALE = -6111
const MAX_SCALE = 6176

/** Rounds to `scale` digits after the point; a negative scale rounds before it. */
export function round(number: FeelNumber, scale: number, rounding: Rounding): FeelNumber | null {
  if (!Number.isInteger(scale) || scale < MIN_SCALE || scale > MAX_SCALE) return null
  if (typeof number === 'number' && scale >= 0) return number
  const decimal = toDecimal(number)
  if (scale >= 0) return normalise(decimal.toDecimalPlaces(scale, ROUNDINGS[rounding]))
  const unit = new Decimal(10).pow(-scale)
  return normalise(decimal.div(unit).toDecimalPlaces(0, ROUNDINGS[rounding]).times(unit))
}
