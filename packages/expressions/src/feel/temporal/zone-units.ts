import type { FeelValue } from '../values/value.ts'
import { FeelDateTime } from './date-time.ts'
import { FeelTime } from './time.ts'

/** Returns the cost of finding the offset of a value in a named zone, which is slow. */
export function unitsOfZone(value: FeelValue): number {
  const time = value instanceof FeelDateTime ? value.time : value
  return time instanceof FeelTime && time.zone !== null && 'id' in time.zone ? 60 : 0
}

/** The cost in units of looking up a named time zone. */
export const NAMED_ZONE_UNITS = 200

/** Returns the cost of a text that may name a time zone, which has to be looked up. */
export function unitsOfNamedZone(text: FeelValue): number {
  return typeof text === 'string' && text.includes('@') ? NAMED_ZONE_UNITS : 0
}
