import { type Allowance, checkDepth } from '../meter.ts'
import { dateTimeAt, epochNanos, FeelDateTime } from './temporal/date-time.ts'
import { FeelTime } from './temporal/time.ts'
import { UTC, type Zone } from './temporal/zone.ts'
import { unitsOfZone } from './temporal/zone-units.ts'
import { FeelObject } from './values/feel-object.ts'
import { FeelFunction } from './values/function.ts'
import { Decimal, type FeelNumber, fromBigInt, fromDouble, isWhole } from './values/number.ts'
import { presentValue } from './values/present-value.ts'
import { createContext, type FeelContext, type FeelList, type FeelValue, isList, isNumber } from './values/value.ts'

/** Options for converting a `Date`: to a date and time with a zone, or to a local date and time as in Camunda 7. */
export interface BorderOptions {
  readonly dates?: 'zoned' | 'local'
  /** The time zone of a `Date`, including a local one; UTC when missing. */
  readonly zone?: Zone
}

/**
 * Returns the FEEL value of a plain value. A `Date` becomes a date and time in the zone of the options, a whole number
 * and a fraction an exact number. Undefined, functions, bytes and what contains itself become null.
 * @throws OutOfAllowance
 */
export function toFeel(value: unknown, allowance: Allowance, options: BorderOptions = {}): FeelValue {
  return isObject(value) ? objectToFeel(value, { allowance, options, outer: [] }) : simpleToFeel(value)
}

/**
 * Converts a FEEL value to a plain value: a number to the nearest double, or to a bigint when it is whole and beyond
 * the safe integers; a date and time with a zone to a `Date`; dates, times, local dates and times, durations and ranges
 * to their FEEL text. Functions, and numbers beyond the range of doubles, become null.
 *
 * @throws OutOfAllowance
 */
export function fromFeel(value: FeelValue, allowance: Allowance, options: BorderOptions = {}): unknown {
  return value === null || typeof value !== 'object' ? value : objectFromFeel(value, { allowance, options, depth: 0 })
}

interface WayOut {
  readonly allowance: Allowance
  readonly options: BorderOptions
  depth: number
}

function fromFeelPart(value: FeelValue, way: WayOut): unknown {
  return value === null || typeof value !== 'object' ? value : objectFromFeel(value, way)
}

function objectFromFeel(value: FeelValue & object, way: WayOut): unknown {
  if (isNumber(value)) return fromNumber(value)
  if (value instanceof FeelDateTime) return fromDateTime(value, way)
  if (value instanceof FeelFunction) return null
  if (value instanceof FeelObject) return presentValue(value, way.allowance)
  way.depth += 1
  checkDepth(way.allowance, way.depth)
  const plain = isList(value) ? fromList(value, way) : fromContext(value, way)
  way.depth -= 1
  return plain
}

function fromList(list: FeelList, way: WayOut): unknown {
  way.allowance.meter.charge(list.length)
  return list.map((item) => fromFeelPart(item, way))
}

function fromContext(context: FeelContext, way: WayOut): unknown {
  const entries = Object.entries(context)
  way.allowance.meter.charge(1 + entries.length)
  return Object.fromEntries(entries.map(([key, entry]) => [key, fromFeelPart(entry, way)]))
}

interface WayIn {
  readonly allowance: Allowance
  readonly options: BorderOptions
  /** The values around this one. */
  readonly outer: object[]
}

function toFeelPart(value: unknown, way: WayIn): FeelValue {
  return isObject(value) ? objectToFeel(value, way) : simpleToFeel(value)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function simpleToFeel(value: unknown): FeelValue {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      return fromDouble(value)
    case 'bigint':
      return fromBigInt(value)
    default:
      return null
  }
}

function objectToFeel(value: object, way: WayIn): FeelValue {
  const { outer, allowance } = way
  if (value instanceof Date) return fromInstant(value, way)
  if (value instanceof FeelObject || value instanceof Decimal) return value as FeelValue
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer || outer.includes(value)) return null
  outer.push(value)
  checkDepth(allowance, outer.length)
  const inside = Array.isArray(value) ? toList(value, way) : toContext(value, way)
  outer.pop()
  return inside
}

function toList(items: readonly unknown[], way: WayIn): FeelList {
  way.allowance.meter.charge(items.length)
  return items.map((item) => toFeelPart(item, way))
}

function toContext(value: object, way: WayIn): FeelContext {
  const entries = value instanceof Map ? [...value].map(([key, item]) => [String(key), item]) : Object.entries(value)
  way.allowance.meter.charge(1 + entries.length)
  return createContext(entries.map(([key, item]): [string, FeelValue] => [key, toFeelPart(item, way)]))
}

function fromInstant(date: Date, { allowance, options: { dates, zone = UTC } }: WayIn): FeelValue {
  const millis = date.getTime()
  if (Number.isNaN(millis)) return null
  const at = dateTimeAt(BigInt(millis) * 1_000_000n, zone)
  allowance.meter.charge(unitsOfZone(at))
  return at !== null && dates === 'local' ? withZone(at, null) : at
}

function withZone({ date, time }: FeelDateTime, zone: Zone | null): FeelDateTime {
  return new FeelDateTime(date, new FeelTime(time.secondOfDay, time.nano, zone))
}

/** A number beyond every double has no plain value. */
function fromNumber(number: FeelNumber): number | bigint | null {
  if (typeof number === 'number') return number
  if (isWhole(number) && number.e < 34) return BigInt(number.toFixed())
  const double = number.toNumber()
  return Number.isFinite(double) ? double : null
}

/** Beyond the range of `Date` the text stays. */
function fromDateTime(value: FeelDateTime, { options: { dates, zone = UTC }, allowance }: WayOut): unknown {
  const at = value.time.zone === null && dates === 'local' ? withZone(value, zone) : value
  allowance.meter.charge(unitsOfZone(at))
  if (at.time.zone === null) return presentValue(at, allowance)
  const date = new Date(Number(epochNanos(at) / 1_000_000n))
  return Number.isNaN(date.getTime()) ? presentValue(at, allowance) : date
}
