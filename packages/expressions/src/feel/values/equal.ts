import { type Meter, unitsOfReading } from '../../meter.ts'
import { FeelDateTime } from '../temporal/date-time.ts'
import { FeelTime } from '../temporal/time.ts'
import { unitsOfZone } from '../temporal/zone-units.ts'
import { compareValues, nanosBetween } from './compare.ts'
import { FeelFunction } from './function.ts'
import { equalNumbers } from './number.ts'
import { type Endpoint, FeelRange } from './range.ts'
import { type FeelContext, type FeelList, type FeelValue, isContext, isList, isNumber, kindOf } from './value.ts'

/**
 * Compares two values by FEEL's `=` (DMN 1.5, table 49). Null equals null only; values of different types cannot be
 * compared: null. A function equals itself. A time with an offset or zone is different from a time without, although
 * both can be sorted.
 */
export function equalValues(left: FeelValue, right: FeelValue, meter: Meter): boolean | null {
  if (left === null || right === null) return left === right
  if (typeof left === 'string' && typeof right === 'string') return equalTexts(left, right, meter)
  if (typeof left !== 'object' && typeof left === typeof right) return left === right
  if (isNumber(left)) return isNumber(right) ? equalNumbers(left, right) : null
  if (isList(left)) return isList(right) ? equalLists(left, right, meter) : null
  if (isContext(left)) return isContext(right) ? equalContexts(left, right, meter) : null
  if (left instanceof FeelRange) return right instanceof FeelRange ? equalRanges(left, right, meter) : null
  if (isZoned(left) !== isZoned(right) && kindOf(left) === kindOf(right)) return false
  if (left instanceof FeelTime) meter.charge(unitsOfZone(left) + unitsOfZone(right))
  if (left instanceof FeelTime)
    return right instanceof FeelTime ? Math.abs(nanosBetween(left, right)) < MILLISECOND : null
  if (kindOf(left) !== kindOf(right)) return null
  return left instanceof FeelFunction ? left === right : compareValues(left, right, meter) === 0
}

/** Undefined for what is no time. */
function isZoned(value: FeelValue): boolean | undefined {
  if (value instanceof FeelTime) return value.zone !== null
  return value instanceof FeelDateTime ? value.time.zone !== null : undefined
}

/** Times are distinguished to the millisecond, which is how fine the conformance kit does. */
const MILLISECOND = 1_000_000

function equalTexts(left: string, right: string, meter: Meter): boolean {
  if (left.length !== right.length) return false
  meter.charge(unitsOfReading(left.length))
  return left === right
}

function equalLists(left: FeelList, right: FeelList, meter: Meter): boolean {
  return left.length === right.length && left.every((item, index) => isEqualPart(item, right[index], meter))
}

function equalContexts(left: FeelContext, right: FeelContext, meter: Meter): boolean {
  const keys = Object.keys(left)
  const others = Object.keys(right)
  meter.charge(keys.length + others.length)
  return keys.length === others.length && keys.every((key) => isEqualPart(left[key], right[key], meter))
}

function equalRanges(left: FeelRange, right: FeelRange, meter: Meter): boolean {
  return (
    left.includesStart === right.includesStart &&
    left.includesEnd === right.includesEnd &&
    equalEndpoints(left.start, right.start, meter) &&
    equalEndpoints(left.end, right.end, meter)
  )
}

function equalEndpoints(left: Endpoint, right: Endpoint, meter: Meter): boolean {
  if (left === undefined || right === undefined) return left === right
  return equalValues(left, right, meter) === true
}

/** Parts of different types are different, they do not make the whole unknown. */
function isEqualPart(left: FeelValue | undefined, right: FeelValue | undefined, meter: Meter): boolean {
  meter.charge(1)
  return left !== undefined && right !== undefined && equalValues(left, right, meter) === true
}

/**
 * Compares two values by FEEL's `is` function: the same element of the domain, so that values with an offset, with a
 * zone and without either are different (table 73).
 */
export function isSameValue(left: FeelValue, right: FeelValue, meter: Meter): boolean {
  if (left instanceof FeelTime && right instanceof FeelTime) return isSameTime(left, right)
  if (left instanceof FeelDateTime && right instanceof FeelDateTime) {
    return left.date.epochDay === right.date.epochDay && isSameTime(left.time, right.time)
  }
  return equalValues(left, right, meter) === true
}

function isSameTime(left: FeelTime, right: FeelTime): boolean {
  return left.secondOfDay === right.secondOfDay && left.nano === right.nano && zoneKey(left) === zoneKey(right)
}

function zoneKey({ zone }: FeelTime): string | number | null {
  return zone === null ? null : 'id' in zone ? zone.id : zone.offset
}
