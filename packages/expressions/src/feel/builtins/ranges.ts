import type { Meter } from '../../meter.ts'
import { compareValues } from '../values/compare.ts'
import type { FeelFunction } from '../values/function.ts'
import type { Endpoint } from '../values/range.ts'
import { FeelRange } from '../values/range.ts'
import type { FeelValue } from '../values/value.ts'
import { builtin, signature } from './builtin.ts'
import { anything, range } from './parameters.ts'

/**
 * The relations between ranges and points (DMN 1.5, 10.3.4.11 and Annex A). A point is treated as a range with only
 * itself. Null when the ends cannot be ordered.
 */
export const RANGES = {
  before: ofAny(['point1,point2', 'point,range', 'range,point', 'range1,range2'], isBefore),
  after: ofAny(['point1,point2', 'point,range', 'range,point', 'range1,range2'], flip(isBefore)),
  meets: ofRanges(meets),
  'met by': ofRanges(flip(meets)),
  overlaps: ofRanges(overlaps),
  'overlaps before': ofRanges(overlapsBefore),
  'overlaps after': ofRanges(flip(overlapsBefore)),
  finishes: ofAny(['point,range', 'range1,range2'], finishes),
  'finished by': ofAny(['range,point', 'range1,range2'], flip(finishes)),
  includes: ofAny(['range,point', 'range1,range2'], flip(isDuring)),
  during: ofAny(['point,range', 'range1,range2'], isDuring),
  starts: ofAny(['point,range', 'range1,range2'], starts),
  'started by': ofAny(['range,point', 'range1,range2'], flip(starts)),
  coincides: ofAny(['point1,point2', 'range1,range2'], coincides),
} satisfies Record<string, FeelFunction>

/** The end of a range: its value and whether the range stops short of it (-1), begins behind it (1) or has it (0). */
interface Edge {
  readonly value: Endpoint
  readonly shift: number
  /** Where an open end lies. */
  readonly infinity: number
}

interface Span {
  readonly start: Edge
  readonly end: Edge
}

type Judge = (left: Span, right: Span, meter: Meter) => boolean

function flip(judge: Judge): Judge {
  return (left, right, meter) => judge(right, left, meter)
}

function isBefore(left: Span, right: Span, meter: Meter): boolean {
  return order(left.end, right.start, meter) < 0
}

function meets(left: Span, right: Span, meter: Meter): boolean {
  return left.end.shift === 0 && right.start.shift === 0 && order(left.end, right.start, meter) === 0
}

function overlaps(left: Span, right: Span, meter: Meter): boolean {
  return order(left.end, right.start, meter) >= 0 && order(left.start, right.end, meter) <= 0
}

function overlapsBefore(left: Span, right: Span, meter: Meter): boolean {
  return (
    order(left.start, right.start, meter) < 0 &&
    order(left.end, right.start, meter) >= 0 &&
    order(left.end, right.end, meter) <= 0
  )
}

function finishes(left: Span, right: Span, meter: Meter): boolean {
  return order(left.end, right.end, meter) === 0 && order(left.start, right.start, meter) >= 0
}

function isDuring(left: Span, right: Span, meter: Meter): boolean {
  return order(left.start, right.start, meter) >= 0 && order(left.end, right.end, meter) <= 0
}

function starts(left: Span, right: Span, meter: Meter): boolean {
  return order(left.start, right.start, meter) === 0 && order(left.end, right.end, meter) <= 0
}

function coincides(left: Span, right: Span, meter: Meter): boolean {
  return order(left.start, right.start, meter) === 0 && order(left.end, right.end, meter) === 0
}

/**
 * Creates a function of several overloads. Calls by position always reach the first, so that each takes what any of them
 * takes; a pair that none takes, such as a point that should include a range, gives null.
 */
function ofAny(overloads: readonly string[], judge: Judge): FeelFunction {
  const pairs = new Set(overloads.map((names) => names.replaceAll(/[12]/g, '')))
  return builtin(
    ...overloads.map((names) => {
      const [left = '', right = ''] = names.split(',')
      return signature(
        [anything(left), anything(right)],
        ([one, other], { meter }) =>
          pairs.has(`${sideOf(one)},${sideOf(other)}`) ? judgePair([one, other], judge, meter) : null,
        4,
      )
    }),
  )
}

function sideOf(value: FeelValue): 'point' | 'range' {
  return value instanceof FeelRange ? 'range' : 'point'
}

function ofRanges(judge: Judge): FeelFunction {
  return builtin(signature([range('range1'), range('range2')], (pair, { meter }) => judgePair(pair, judge, meter), 4))
}

function judgePair([left, right]: readonly [FeelValue, FeelValue], judge: Judge, meter: Meter): boolean | null {
  const [first, second] = [toSpan(left), toSpan(right)]
  return areOrdered(first, second, meter) ? judge(first, second, meter) : null
}

function toSpan(value: FeelValue): Span {
  if (!(value instanceof FeelRange)) {
    return { start: { value, shift: 0, infinity: 0 }, end: { value, shift: 0, infinity: 0 } }
  }
  return {
    start: { value: value.start, shift: value.includesStart ? 0 : 1, infinity: -1 },
    end: { value: value.end, shift: value.includesEnd ? 0 : -1, infinity: 1 },
  }
}

function areOrdered(left: Span, right: Span, meter: Meter): boolean {
  const values = [left.start, left.end, right.start, right.end].flatMap(({ value }) =>
    value === undefined ? [] : [value],
  )
  return values.every((value) => compareValues(value, values[0] ?? null, meter) !== null)
}

/** Only for edges whose values are ordered. */
function order(left: Edge, right: Edge, meter: Meter): number {
  if (left.value === undefined || right.value === undefined) return infinityOf(left) - infinityOf(right)
  return compareValues(left.value, right.value, meter) || left.shift - right.shift
}

function infinityOf(edge: Edge): number {
  return edge.value === undefined ? edge.infinity : 0
}
