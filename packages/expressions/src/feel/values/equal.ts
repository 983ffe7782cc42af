import { FeelDateTime } from '../temporal/date-time.ts'
import { FeelTime } from '../temporal/time.ts'
import { compareValues } from './compare.ts'
import { equalNumbers } from './number.ts'
import { equalRanges, FeelRange } from './range.ts'
import { type FeelContext, type FeelList, type FeelValue, isContext, isList, isNumber, kindOf } from './value.ts'

/**
 * FEEL's `=` (DMN 1.5, table 49). Null equals null only; values of different types, and functions, cannot be compared:
 * null.
 */
export function equalValues(left: FeelValue, right: FeelValue): boolean | null {
  if (left === null || right === null) return left === right
  if (typeof left !== 'object' && typeof left === typeof right) return left === right
  if (isNumber(left)) return isNumber(right) ? equalNumbers(left, right) : null
  if (isList(left)) return isList(right) ? equalLists(left, right) : null
  if (isContext(left)) return isContext(right) ? equalContexts(left, right) : null
  if (left instanceof FeelRange) return right instanceof FeelRange ? equalRanges(left, right) : null
  if (left instanceof FeelTime) return right instanceof FeelTime ? equalTimes(left, right) : null
  if (kindOf(left) !== kindOf(right) || kindOf(left) === 'function') return null
  const order = compareValues(left, right)
  if (order !== null) return order === 0
  return left instanceof FeelDateTime ? false : null
}

const MILLISECOND = 1_000_000

/** To the millisecond, which is how fine the conformance kit lets times be told apart. */
function equalTimes(left: FeelTime, right: FeelTime): boolean {
  const [leftOffset, rightOffset] = [left.offset, right.offset]
  if ((leftOffset === null) !== (rightOffset === null)) return false
  const seconds = left.secondOfDay - (leftOffset ?? 0) - (right.secondOfDay - (rightOffset ?? 0))
  return Math.abs(seconds * 1000 * MILLISECOND + left.nano - right.nano) < MILLISECOND
}

function equalLists(left: FeelList, right: FeelList): boolean | null {
  if (left.length !== right.length) return false
  return everyEqual(left.map((item, index) => [item, right[index] ?? null]))
}

function equalContexts(left: FeelContext, right: FeelContext): boolean | null {
  const keys = Object.keys(left)
  if (keys.length !== Object.keys(right).length || keys.some((key) => !(key in right))) return false
  return everyEqual(keys.map((key) => [left[key] ?? null, right[key] ?? null]))
}

/** Items of different types are different, they do not make the whole unknown. */
function everyEqual(pairs: readonly (readonly [FeelValue, FeelValue])[]): boolean {
  return pairs.every(([left, right]) => equalValues(left, right) === true)
}

/** FEEL's `is` function: the same element of the domain, so that an offset, a zone and none are different (table 73). */
export function isSameValue(left: FeelValue, right: FeelValue): boolean {
  if (left instanceof FeelTime && right instanceof FeelTime) return isSameTime(left, right)
  if (left instanceof FeelDateTime && right instanceof FeelDateTime) {
    return left.date.epochDay === right.date.epochDay && isSameTime(left.time, right.time)
  }
  return equalValues(left, right) === true
}

function isSameTime(left: FeelTime, right: FeelTime): boolean {
  return left.secondOfDay === right.secondOfDay && left.nano === right.nano && zoneKey(left) === zoneKey(right)
}

function zoneKey({ zone }: FeelTime): string | number | null {
  return zone === null ? null : 'id' in zone ? zone.id : zone.offset
}
