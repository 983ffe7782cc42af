import type { FeelDate } from '../temporal/date.ts'
import type { FeelDateTime } from '../temporal/date-time.ts'
import type { DayTimeDuration, YearMonthDuration } from '../temporal/duration.ts'
import type { FeelTime } from '../temporal/time.ts'
import { type FeelKind, FeelObject } from './feel-object.ts'
import type { FeelFunction } from './function.ts'
import { Decimal, type FeelNumber } from './number.ts'
import type { FeelRange } from './range.ts'

type FeelTemporal = FeelDate | FeelTime | FeelDateTime
export type FeelDuration = DayTimeDuration | YearMonthDuration
export type FeelList = readonly FeelValue[]

/** A context. Always made by `createContext`, so that it has no prototype and any key is safe. */
export interface FeelContext {
  readonly [key: string]: FeelValue
}

/**
 * A value inside FEEL. Numbers are JavaScript numbers while they are safe integers and decimals otherwise, so that two
 * equal numbers always have the same form.
 */
export type FeelValue =
  | null
  | boolean
  | string
  | FeelNumber
  | FeelTemporal
  | FeelDuration
  | FeelRange
  | FeelFunction
  | FeelContext
  | FeelList

export function kindOf(value: FeelValue): FeelKind {
  switch (typeof value) {
    case 'string':
      return 'string'
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
  }
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  if (value instanceof FeelObject) return value.kind
  return value instanceof Decimal ? 'number' : 'context'
}

export function isNumber(value: FeelValue): value is FeelNumber {
  return typeof value === 'number' || value instanceof Decimal
}

/** Returns whether a value is a list. `Array.isArray` does not narrow read-only arrays. */
export function isList(value: FeelValue): value is FeelList {
  return Array.isArray(value)
}

export function isContext(value: FeelValue): value is FeelContext {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof FeelObject) &&
    !(value instanceof Decimal)
  )
}

/** Returns a new context. Keys such as `__proto__` are entries like any other. */
export function createContext(entries: Iterable<readonly [string, FeelValue]> = []): FeelContext {
  const context: Record<string, FeelValue> = Object.create(null)
  for (const [key, value] of entries) context[key] = value
  return context
}
