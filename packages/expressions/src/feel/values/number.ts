import { Decimal as DecimalJs } from 'decimal.js'

/** Decimal128 as in DMN 1.5, 10.3.2.3.1: 34 digits, half even, exponents -6143 to 6144. */
export const Decimal = DecimalJs.clone({
  precision: 34,
  rounding: DecimalJs.ROUND_HALF_EVEN,
  minE: -6143,
  maxE: 6144,
  modulo: DecimalJs.ROUND_FLOOR,
})
export type Decimal = DecimalJs

/** A JavaScript number while it is a safe integer, else a decimal. Kept in this form by `normalise`. */
export type FeelNumber = number | Decimal

/** The exponent below which a whole decimal always fits a safe integer. */
const SAFE_EXPONENT = 15

/** Converts a decimal to a FEEL number; null when it is not finite. */
export function normalise(decimal: Decimal): FeelNumber | null {
  if (!decimal.isFinite()) return null
  if (decimal.e > SAFE_EXPONENT || !decimal.isInteger()) return decimal
  const number = decimal.toNumber()
  return Number.isSafeInteger(number) ? number + 0 : decimal
}

/** Converts a JavaScript number to a FEEL number by its shortest decimal notation, so that 0.1 is one tenth. */
export function fromDouble(double: number): FeelNumber | null {
  return Number.isSafeInteger(double) ? double + 0 : normalise(round34(new Decimal(double)))
}

/** Converts a whole number to a FEEL number; null when it is out of range. */
export function fromBigInt(integer: bigint): FeelNumber | null {
  const number = Number(integer)
  if (Number.isSafeInteger(number)) return number
  return integer < BEYOND && integer > -BEYOND ? normalise(round34(new Decimal(integer.toString()))) : null
}

const BEYOND = 10n ** 6145n

/** Reads `12`, `-1.5`, `.5`, `1e3`; null for any other text. */
export function parseNumber(text: string): FeelNumber | null {
  if (!/^[+-]?(\d+(\.\d+)?|\.\d+)([eE][+-]?\d+)?$/.test(text)) return null
  return normalise(round34(new Decimal(text)))
}

/** Presents a number in plain notation with at most 34 significant digits. */
export function presentNumber(number: FeelNumber): string {
  return typeof number === 'number' ? String(number) : number.toFixed()
}

export function toDecimal(number: FeelNumber | string): Decimal {
  return number instanceof Decimal ? number : new Decimal(number)
}

/** Returns the nearest double. */
export function toDouble(number: FeelNumber): number {
  return typeof number === 'number' ? number : number.toNumber()
}

/** Converts a FEEL number to an integer; undefined when it is not whole or not safe. */
export function toInteger(number: FeelNumber): number | undefined {
  return typeof number === 'number' ? number : undefined
}

export function isWhole(number: FeelNumber): boolean {
  return typeof number === 'number' || number.isInteger()
}

export function equalNumbers(left: FeelNumber, right: FeelNumber): boolean {
  return left === right || (typeof left !== 'number' && typeof right !== 'number' && left.eq(right))
}

/** Compares two numbers: negative, zero or positive, as for `Array.sort`. */
export function compareNumbers(left: FeelNumber, right: FeelNumber): number {
  if (typeof left === 'number') return typeof right === 'number' ? left - right : -right.cmp(left)
  return left.cmp(right)
}

function round34(decimal: Decimal): Decimal {
  return decimal.toSignificantDigits(34)
}
