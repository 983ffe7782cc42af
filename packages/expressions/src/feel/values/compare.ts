import { type Meter, unitsOfReading } from '../../meter.ts'
import { type FeelDateTime, localNanos } from '../temporal/date-time.ts'
import { NANOS } from '../temporal/duration.ts'
import type { FeelTime } from '../temporal/time.ts'
import { unitsOfZone } from '../temporal/zone-units.ts'
import { compareNumbers } from './number.ts'
import { type FeelValue, isNumber, kindOf } from './value.ts'

/**
 * Orders two values of one type (DMN 1.5, 10.3.2.15): negative, zero or positive. Null when they have no order. A local
 * time takes the offset of the time that it is compared with.
 */
export function compareValues(left: FeelValue, right: FeelValue, meter: Meter): number | null {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  if (isNumber(left) && isNumber(right)) return compareNumbers(left, right)
  if (typeof left === 'string' && typeof right === 'string') return compareStrings(left, right, meter)
  meter.charge(unitsOfZone(left) + unitsOfZone(right))
  return compareObjects(left, right)
}

/** Compares strings by code point, so that characters outside the basic plane come last. */
function compareStrings(left: string, right: string, meter: Meter): number {
  const length = Math.min(left.length, right.length)
  meter.charge(unitsOfReading(length))
  if (left === right) return 0
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
  time: nanosBetween,
  'date and time': compareDateTimes,
  'days and time duration': (left: { nanos: bigint }, right: { nanos: bigint }) => sign(left.nanos - right.nanos),
  'years and months duration': (left: { months: number }, right: { months: number }) => left.months - right.months,
}

/** Returns the difference between two times of day in nanoseconds. */
export function nanosBetween(left: FeelTime, right: FeelTime): number {
  const seconds = left.secondOfDay - right.secondOfDay - offsetDifference(left.offset, right.offset)
  return seconds * Number(NANOS.second) + left.nano - right.nano
}

function compareDateTimes(left: FeelDateTime, right: FeelDateTime): number {
  const offset = offsetDifference(left.offset, right.offset)
  return sign(localNanos(left) - localNanos(right) - BigInt(offset) * NANOS.second)
}

function offsetDifference(left: number | null, right: number | null): number {
  return left === null || right === null ? 0 : left - right
}

function sign(difference: bigint): number {
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}
