import { epochNanos, type FeelDateTime } from '../temporal/date-time.ts'
import type { FeelTime } from '../temporal/time.ts'
import { compareNumbers } from './number.ts'
import { type FeelValue, isNumber, kindOf } from './value.ts'

/**
 * Orders two values of one type (DMN 1.5, table 50): negative, zero or positive. Null when they have no order: other
 * types, null, or a local against a zoned time.
 */
export function compareValues(left: FeelValue, right: FeelValue): number | null {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  if (isNumber(left) && isNumber(right)) return compareNumbers(left, right)
  if (typeof left === 'string' && typeof right === 'string') return compareStrings(left, right)
  return compareObjects(left, right)
}

/** By code point, so that characters outside the basic plane come last. */
export function compareStrings(left: string, right: string): number {
  if (left === right) return 0
  const length = Math.min(left.length, right.length)
  for (let index = 0; index < length; index++) {
    const a = left.charCodeAt(index)
    const b = right.charCodeAt(index)
    if (a !== b) return isSurrogate(a) === isSurrogate(b) ? a - b : isSurrogate(a) ? 1 : -1
  }
  return left.length - right.length
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff
}

function compareObjects(left: FeelValue, right: FeelValue): number | null {
  if (left === null || right === null || typeof left !== 'object' || typeof right !== 'object') return null
  const kind = kindOf(left)
  if (kind !== kindOf(right)) return null
  return ORDERS[kind as keyof typeof ORDERS]?.(left as never, right as never) ?? null
}

const ORDERS = {
  date: (left: { epochDay: number }, right: { epochDay: number }) => left.epochDay - right.epochDay,
  time: compareTimes,
  'date and time': compareDateTimes,
  'days and time duration': (left: { nanos: bigint }, right: { nanos: bigint }) => sign(left.nanos - right.nanos),
  'years and months duration': (left: { months: number }, right: { months: number }) => left.months - right.months,
}

function compareTimes(left: FeelTime, right: FeelTime): number | null {
  const leftOffset = left.offset
  const rightOffset = right.offset
  if ((leftOffset === null) !== (rightOffset === null)) return null
  const seconds = left.secondOfDay - (leftOffset ?? 0) - (right.secondOfDay - (rightOffset ?? 0))
  return seconds || left.nano - right.nano
}

function compareDateTimes(left: FeelDateTime, right: FeelDateTime): number | null {
  if ((left.time.zone === null) !== (right.time.zone === null)) return null
  return sign(epochNanos(left) - epochNanos(right))
}

function sign(difference: bigint): number {
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}
