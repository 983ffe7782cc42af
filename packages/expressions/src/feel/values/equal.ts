import { FeelDateTime } from '../temporal/date-time.ts'
import { FeelTime } from '../temporal/time.ts'
import { compareValues, nanosBetween } from './compare.ts'
import { FeelFunction } from './function.ts'
import { equalNumbers } from './number.ts'
import { PartCount } from './part-count.ts'
import { type Endpoint, FeelRange } from './range.ts'
import { type FeelContext, type FeelList, type FeelValue, isContext, isList, isNumber, kindOf } from './value.ts'

/**
 * FEEL's `=` (DMN 1.5, table 49). Null equals null only; values of different types cannot be compared: null. A
 * function equals itself.
 */
export function equalValues(left: FeelValue, right: FeelValue, count?: PartCount): boolean | null {
  if (left === null || right === null) return left === right
  if (typeof left !== 'object' && typeof left === typeof right) return left === right
  if (isNumber(left)) return isNumber(right) ? equalNumbers(left, right) : null
  if (isList(left)) return isList(right) ? equalLists(left, right, count ?? new PartCount()) : null
  if (isContext(left)) return isContext(right) ? equalContexts(left, right, count ?? new PartCount()) : null
  if (left instanceof FeelRange) return right instanceof FeelRange ? equalRanges(left, right) : null
  if (left instanceof FeelTime)
    return right instanceof FeelTime ? Math.abs(nanosBetween(left, right)) < MILLISECOND : null
  if (kindOf(left) !== kindOf(right)) return null
  return left instanceof FeelFunction ? left === right : compareValues(left, right) === 0
}

/** Times are told apart to the millisecond, which is how fine the conformance kit does. */
const MILLISECOND = 1_000_000

function equalLists(left: FeelList, right: FeelList, count: PartCount): boolean {
  return left.length === right.length && left.every((item, index) => isEqualPart(item, right[index], count))
}

function equalContexts(left: FeelContext, right: FeelContext, count: PartCount): boolean {
  const keys = Object.keys(left)
  return keys.length === Object.keys(right).length && keys.every((key) => isEqualPart(left[key], right[key], count))
}

function equalRanges(left: FeelRange, right: FeelRange): boolean {
  return (
    left.includesStart === right.includesStart &&
    left.includesEnd === right.includesEnd &&
    equalEndpoints(left.start, right.start) &&
    equalEndpoints(left.end, right.end)
  )
}

function equalEndpoints(left: Endpoint, right: Endpoint): boolean {
  if (left === undefined || right === undefined) return left === right
  return equalValues(left, right) === true
}

/** Parts of different types are different, they do not make the whole unknown. */
function isEqualPart(left: FeelValue | undefined, right: FeelValue | undefined, count: PartCount): boolean {
  count.add()
  return left !== undefined && right !== undefined && equalValues(left, right, count) === true
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
