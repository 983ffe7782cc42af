import { describe, isWhole, type Numeric, normalise, toDouble, toLong, tooLarge } from './coerce.ts'
import { Fault } from './environment.ts'

/**
 * Evaluates `+`; `-` and `*` work alike (EL 2.2, clause 1.7.1): floating when an operand is a fraction or a text that
 * looks like one, whole otherwise. Texts are numbers here: JUEL has no concatenation, and `'a' + 1` is an error. Whole
 * results are Java's Long, which wraps to -2^63 past 2^63 - 1; of larger numbers, Java's BigInteger, they are
 * exact.
 */
export function add(left: unknown, right: unknown): Numeric {
  if (isFloating(left) || isFloating(right)) return toDouble(left) + toDouble(right)
  const [one, other] = [toLong(left), toLong(right)]
  const sum = Number(one) + Number(other)
  return Number.isSafeInteger(sum) ? sum : exactly(one, other, (a, b) => a + b, sum)
}

export function subtract(left: unknown, right: unknown): Numeric {
  if (isFloating(left) || isFloating(right)) return toDouble(left) - toDouble(right)
  const [one, other] = [toLong(left), toLong(right)]
  const difference = Number(one) - Number(other)
  return Number.isSafeInteger(difference) ? difference : exactly(one, other, (a, b) => a - b, difference)
}

export function multiply(left: unknown, right: unknown): Numeric {
  if (isFloating(left) || isFloating(right)) return toDouble(left) * toDouble(right)
  const [one, other] = [toLong(left), toLong(right)]
  const product = Number(one) * Number(other)
  return Number.isSafeInteger(product) ? product : exactly(one, other, (a, b) => a * b, product)
}

/** Evaluates `/` (clause 1.7.2), which is always floating: `7 / 2` is 3.5 and `1 / 0` is Infinity. */
export function divide(left: unknown, right: unknown): number {
  if (left === null && right === null) return 0
  return toDouble(left) / toDouble(right)
}

/** Evaluates `%` (clause 1.7.3), with the sign of the left operand, as in Java. */
export function remainder(left: unknown, right: unknown): Numeric {
  if (left === null && right === null) return 0
  if (isFloating(left) || isFloating(right)) return toDouble(left) % toDouble(right)
  const [one, other] = [toLong(left), toLong(right)]
  if (Number(other) === 0) throw new Fault('Expected to divide by a number other than 0, but the divisor of % is 0.')
  if (typeof one === 'number' && typeof other === 'number') return noNegativeZero(one % other)
  return normalise(BigInt(one) % BigInt(other))
}

/** Evaluates unary minus (clause 1.7.4). */
export function negate(value: unknown): Numeric {
  if (value === null) return 0
  if (typeof value === 'bigint') return normalise(isLong(value) ? BigInt.asIntN(64, -value) : -value)
  if (typeof value === 'number') return noNegativeZero(-value)
  if (typeof value !== 'string') throw new Fault(`Expected a number, but ${describe(value)} cannot be negated.`)
  const number = isFloating(value) ? toDouble(value) : toLong(value)
  return typeof number === 'bigint' ? normalise(-number) : noNegativeZero(-number)
}

function isFloating(value: unknown): boolean {
  if (typeof value === 'number') return !isWhole(value)
  return typeof value === 'string' && /[.eE]/.test(value)
}

function exactly(one: Numeric, other: Numeric, operation: (a: bigint, b: bigint) => bigint, rough: number): Numeric {
  if (!isWhole(one) || !isWhole(other)) return rough
  if (!Number.isFinite(rough)) throw tooLarge()
  const result = operation(BigInt(one), BigInt(other))
  return normalise(isLong(one) && isLong(other) ? BigInt.asIntN(64, result) : result)
}

function isLong(value: Numeric): boolean {
  return typeof value === 'number' || BigInt.asIntN(64, value) === value
}

function noNegativeZero(value: number): number {
  return value === 0 ? 0 : value
}
