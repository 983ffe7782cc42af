import { describe, isNumeric, isWhole, toBoolean, toDouble, toLong } from './coerce.ts'
import { Fault } from './environment.ts'
import { DateTime } from './joda/date-time.ts'
import { isPlainObject, maximumDepth } from './plain.ts'
import { presentText } from './present-text.ts'

/**
 * Compares by `==` (EL 2.2, clause 1.8.2): if one side is a number, both become numbers; else with a boolean, booleans;
 * else with a text, texts. Lists, objects and dates are equal when their contents are.
 */
export function isEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (left === null || right === null) return false
  if (isNumeric(left) || isNumeric(right)) return areEqualNumbers(left, right)
  if (typeof left === 'boolean' || typeof right === 'boolean') return toBoolean(left) === toBoolean(right)
  if (typeof left === 'string' || typeof right === 'string') return presentText(left) === presentText(right)
  return isSame(left, right)
}

/**
 * Compares two values for `< > <= >=` (clause 1.8.1): negative, zero or positive, NaN when unordered.
 *
 * @throws Fault when they cannot be compared.
 */
export function compare(left: unknown, right: unknown): number {
  if (isNumeric(left) || isNumeric(right)) return compareNumbers(left, right)
  if (typeof left === 'string' || typeof right === 'string') return order(presentText(left), presentText(right))
  const [one, other] = [toInstant(left), toInstant(right)]
  if (one !== undefined && other !== undefined) return one - other
  if (typeof left === 'boolean' && typeof right === 'boolean') return Number(left) - Number(right)
  throw new Fault(`Expected two values that have an order, but compared ${describe(left)} with ${describe(right)}.`)
}

/**
 * Compares by Java's `equals`, without coercion, for `list.contains(x)` and `x.equals(y)`. Deep for lists and objects.
 */
export function isSame(left: unknown, right: unknown, depth = 0): boolean {
  if (left === right) return true
  if (isNumeric(left) && isNumeric(right)) return areEqualNumbers(left, right)
  const [one, other] = [toInstant(left), toInstant(right)]
  if (one !== undefined) return one === other
  if (depth > maximumDepth) throw new Fault(`Expected data of at most ${maximumDepth} levels, but it goes deeper.`)
  if (Array.isArray(left)) return Array.isArray(right) && haveSameItems(left, right, depth)
  if (left instanceof Uint8Array) return right instanceof Uint8Array && haveSameItems([...left], [...right], depth)
  if (!isPlainObject(left) || !isPlainObject(right)) return false
  const keys = Object.keys(left)
  if (keys.length !== Object.keys(right).length) return false
  return keys.every((key) => Object.hasOwn(right, key) && isSame(left[key] ?? null, right[key] ?? null, depth + 1))
}

/** Evaluates `empty` (clause 1.10). */
export function isEmpty(value: unknown): boolean {
  if (value === null || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  return isPlainObject(value) && Object.keys(value).length === 0
}

function areEqualNumbers(left: unknown, right: unknown): boolean {
  return compareNumbers(left, right) === 0 || (Number.isNaN(left) && Number.isNaN(right))
}

function compareNumbers(left: unknown, right: unknown): number {
  const isFraction = [left, right].some((side) => typeof side === 'number' && !isWhole(side))
  if (isFraction) return order(toDouble(left), toDouble(right))
  return order(toWholeOrDouble(left), toWholeOrDouble(right))
}

/**
 * Converts a value for a comparison with a whole number: a text of a fraction to a Double, others to a Long. Plain values
 * do not distinguish Java's Long 1 from its Double 1.0.
 */
function toWholeOrDouble(value: unknown): number | bigint {
  return typeof value === 'string' && /[.eE]/.test(value) ? toDouble(value) : toLong(value)
}

function order<T extends string | number | bigint>(one: T, other: T): number {
  if (one < other) return -1
  if (one > other) return 1
  return Number.isNaN(one) || Number.isNaN(other) ? Number.NaN : 0
}

function haveSameItems(left: readonly unknown[], right: readonly unknown[], depth: number): boolean {
  return (
    left.length === right.length && left.every((item, index) => isSame(item ?? null, right[index] ?? null, depth + 1))
  )
}

function toInstant(value: unknown): number | undefined {
  if (value instanceof Date) return value.getTime()
  return value instanceof DateTime ? value.epochMilliseconds : undefined
}
