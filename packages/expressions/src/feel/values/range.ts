import type { Meter } from '../../meter.ts'
import { compareValues } from './compare.ts'
import { FeelObject } from './feel-object.ts'
import { type FeelValue, kindOf } from './value.ts'

/** An end of a range. `undefined`: unbounded. `null`: bounded, but unknown. */
export type Endpoint = FeelValue | undefined

/** An interval such as `[1..10)` or a comparison such as `< 10` (DMN 1.5, 10.3.2.7). */
export class FeelRange extends FeelObject {
  readonly kind = 'range'
  readonly start: Endpoint
  readonly end: Endpoint
  readonly includesStart: boolean
  readonly includesEnd: boolean

  constructor(start: Endpoint, end: Endpoint, includes: { start: boolean; end: boolean }) {
    super()
    this.start = start
    this.end = end
    this.includesStart = includes.start && start !== undefined
    this.includesEnd = includes.end && end !== undefined
  }
}

/** Creates a range; null when the endpoints have different types, cannot be ordered, or are reversed. */
export function createRange(
  start: Endpoint,
  end: Endpoint,
  includes: { start: boolean; end: boolean },
  meter: Meter,
): FeelRange | null {
  if (isKnown(start) && isKnown(end)) {
    const order = compareValues(start, end, meter)
    if (order === null || order > 0) return null
  } else if (isUnordered(start) || isUnordered(end)) {
    return null
  }
  return new FeelRange(start, end, includes)
}

/** Returns whether a value is in a range. Null when an endpoint is null or of another type. */
export function isInRange(value: FeelValue, range: FeelRange, meter: Meter): boolean | null {
  const afterStart = range.start === undefined || isBeyond(value, range.start, range.includesStart, meter)
  const beforeEnd = range.end === undefined || isShort(value, range.end, range.includesEnd, meter)
  if (afterStart === null || beforeEnd === null) return null
  return afterStart && beforeEnd
}

function isKnown(endpoint: Endpoint): endpoint is Exclude<FeelValue, null> {
  return endpoint !== undefined && endpoint !== null
}

function isUnordered(endpoint: Endpoint): boolean {
  if (!isKnown(endpoint)) return false
  const kind = kindOf(endpoint)
  return kind === 'list' || kind === 'context' || kind === 'function' || kind === 'range' || kind === 'boolean'
}

function isBeyond(value: FeelValue, start: FeelValue, included: boolean, meter: Meter): boolean | null {
  const order = compareValues(value, start, meter)
  return order === null ? null : order > 0 || (included && order === 0)
}

function isShort(value: FeelValue, end: FeelValue, included: boolean, meter: Meter): boolean | null {
  const order = compareValues(value, end, meter)
  return order === null ? null : order < 0 || (included && order === 0)
}
