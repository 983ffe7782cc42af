import { dateTimeAt, epochNanos, FeelDateTime } from './temporal/date-time.ts'
import { UTC } from './temporal/zone.ts'
import { FeelObject } from './values/feel-object.ts'
import { FeelFunction } from './values/function.ts'
import { Decimal, type FeelNumber, fromBigInt, fromDouble, isWhole } from './values/number.ts'
import { PartCount } from './values/part-count.ts'
import { presentValue } from './values/present-value.ts'
import { createContext, type FeelValue, isList, isNumber } from './values/value.ts'

/** How a `Date` is seen: with its zone, or as Camunda 7 does as a local date and time. */
export interface BorderOptions {
  readonly dates?: 'zoned' | 'local'
}

/**
 * The FEEL value of a plain value. A `Date` becomes a date and time in UTC, a whole number and a fraction an exact
 * number. Undefined, functions, bytes and what contains itself become null.
 */
export function toFeel(value: unknown, options: BorderOptions = {}): FeelValue {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      return fromDouble(value)
    case 'bigint':
      return fromBigInt(value)
    case 'object':
      return value === null ? null : objectToFeel(value, options, { outer: [], count: new PartCount() })
    default:
      return null
  }
}

/**
 * The plain value of a FEEL value: a number the nearest double, a bigint when it is whole and beyond the safe integers;
 * a date and time with a zone a `Date`; dates, times, local dates and times, durations and ranges their FEEL text.
 * Functions, and numbers beyond every double, become null.
 */
export function fromFeel(value: FeelValue, options: BorderOptions = {}): unknown {
  return value === null || typeof value !== 'object' ? value : objectFromFeel(value, options, new PartCount())
}

function objectFromFeel(value: FeelValue & object, options: BorderOptions, count: PartCount): unknown {
  const convert = (part: FeelValue) => {
    count.add()
    return part === null || typeof part !== 'object' ? part : objectFromFeel(part, options, count)
  }
  if (isList(value)) return value.map(convert)
  if (isNumber(value)) return fromNumber(value)
  if (value instanceof FeelDateTime) return fromDateTime(value, options)
  if (value instanceof FeelFunction) return null
  if (value instanceof FeelObject) return presentValue(value)
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, convert(entry)]))
}

interface Descent {
  /** The values around this one. */
  readonly outer: readonly object[]
  readonly count: PartCount
}

function objectToFeel(value: object, options: BorderOptions, { outer, count }: Descent): FeelValue {
  if (value instanceof Date) return fromInstant(value, options)
  if (value instanceof FeelObject || value instanceof Decimal) return value as FeelValue
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer || outer.includes(value)) return null
  const inside: Descent = { outer: [...outer, value], count }
  const convert = (item: unknown) => {
    count.add()
    return typeof item === 'object' && item !== null ? objectToFeel(item, options, inside) : toFeel(item, options)
  }
  if (Array.isArray(value)) return value.map(convert)
  const entries = value instanceof Map ? [...value].map(([key, item]) => [String(key), item]) : Object.entries(value)
  return createContext(entries.map(([key, item]): [string, FeelValue] => [key, convert(item)]))
}

function fromInstant(date: Date, { dates }: BorderOptions): FeelValue {
  const millis = date.getTime()
  if (Number.isNaN(millis)) return null
  return dateTimeAt(BigInt(millis) * 1_000_000n, dates === 'local' ? null : UTC)
}

/** A number beyond every double has no plain value. */
function fromNumber(number: FeelNumber): number | bigint | null {
  if (typeof number === 'number') return number
  if (isWhole(number) && number.e < 34) return BigInt(number.toFixed())
  const double = number.toNumber()
  return Number.isFinite(double) ? double : null
}

/** Beyond the range of `Date` the text stays. */
function fromDateTime(at: FeelDateTime, { dates }: BorderOptions): unknown {
  if (at.time.zone === null && dates !== 'local') return presentValue(at)
  const date = new Date(Number(epochNanos(at) / 1_000_000n))
  return Number.isNaN(date.getTime()) ? presentValue(at) : date
}
