import type { FeelValue } from '../values/value.ts'
import { FeelDateTime } from './date-time.ts'
import { FeelTime } from './time.ts'

/** What it takes to ask for the offset of a value in a named zone, which the calendar of the machine tells slowly. */
export function unitsOfZone(value: FeelValue): number {
  const time = value instanceof FeelDateTime ? value.time : value
  return time instanceof FeelTime && time.zone !== null && 'id' in time.zone ? 60 : 0
}

/** A zone is looked for in the machine's own list. */
export const NAMED_ZONE_UNITS = 200

/** As `unitsOfZone`, of a text that may name one: a zone is looked for in the machine's own list. */
export function unitsOfNamedZone(text: FeelValue): number {
  return typeof text === 'string' && text.includes('@') ? NAMED_ZONE_UNITS : 0
}
