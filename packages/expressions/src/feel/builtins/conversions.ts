import { createDate, FeelDate, monthsBetween } from '../temporal/date.ts'
import { FeelDateTime } from '../temporal/date-time.ts'
import { createYearMonthDuration, DayTimeDuration, NANOS, YearMonthDuration } from '../temporal/duration.ts'
import { parseDate, parseDateTime, parseDuration, parseTime } from '../temporal/parse-temporal.ts'
import { createTime, FeelTime } from '../temporal/time.ts'
import { isKnownZone, type Zone } from '../temporal/zone.ts'
import { NAMED_ZONE_UNITS, unitsOfNamedZone } from '../temporal/zone-units.ts'
import { atMidnight } from '../types/coerce.ts'
import { modulo, multiply, round } from '../values/arithmetic.ts'
import type { FeelFunction } from '../values/function.ts'
import { type FeelNumber, parseNumber, toDouble, toInteger } from '../values/number.ts'
import { presentValue } from '../values/present-value.ts'
import type { FeelValue } from '../values/value.ts'
import { builtin, signature } from './builtin.ts'
import { anything, day, integer, nullable, number, string } from './parameters.ts'
import { parseRange } from './parse-range.ts'

/** Functions that create dates, times and durations: in the text of a range they count as literals. */
const CONSTRUCTORS = {
  date: builtin(
    signature([anything('from')], ([from]) => toDate(from)),
    signature([integer('year'), integer('month'), integer('day')], ([year, month, dayOfMonth]) =>
      createDate(year, month, dayOfMonth),
    ),
  ),
  time: builtin(
    signature([anything('from')], ([from], evaluation) => {
      evaluation.charge(unitsOfNamedZone(from))
      return toTime(from)
    }),
    signature(
      [integer('hour'), integer('minute'), number('second'), nullable(anything('offset'))],
      ([hour, minute, second, offset]) => createTimeOf({ hour, minute, second }, toZone(offset)),
    ),
  ),
  'date and time': builtin(
    signature([string('from')], ([from], evaluation) => {
      evaluation.charge(unitsOfNamedZone(from))
      return parseDateTime(from)
    }),
    signature([day('date'), anything('time')], ([date, time]) =>
      time instanceof FeelTime ? new FeelDateTime(date, time) : null,
    ),
    dateTimeOfParts(['year', 'month', 'day', 'hour', 'minute', 'second']),
    dateTimeOfParts(['year', 'month', 'day', 'hour', 'minute', 'second', 'hour offset']),
    dateTimeOfParts(['year', 'month', 'day', 'hour', 'minute', 'second', 'timezone']),
  ),
  duration: builtin(signature([anything('from')], ([from]) => toDuration(from))),
} satisfies Record<string, FeelFunction>

/** Conversion functions (DMN 1.5, 10.3.4.1). */
export const CONVERSIONS = {
  ...CONSTRUCTORS,
  'years and months duration': builtin(
    signature([day('from'), day('to')], ([from, to]) => createYearMonthDuration(monthsBetween(from, to))),
  ),
  number: builtin(
    signature([string('from')], ([from]) => parseNumber(from)),
    signature(
      [string('from'), nullable(string('grouping separator')), nullable(string('decimal separator'))],
      ([from, grouping, decimal]) => parseGroupedNumber(from, grouping, decimal),
    ),
  ),
  string: builtin(
    signature([anything('from')], ([from], { allowance }) => (from === null ? null : presentValue(from, allowance)), 1),
  ),
  range: builtin(signature([string('from')], ([from], { meter }) => parseRange(from, CONSTRUCTORS, meter))),
} satisfies Record<string, FeelFunction>

function toDate(from: FeelValue): FeelValue {
  if (typeof from === 'string') return parseDate(from)
  if (from instanceof FeelDateTime) return from.date
  return from instanceof FeelDate ? from : null
}

function toTime(from: FeelValue): FeelValue {
  if (typeof from === 'string') return parseTime(from)
  if (from instanceof FeelDateTime) return from.time
  if (from instanceof FeelDate) return atMidnight(from).time
  return from instanceof FeelTime ? from : null
}

function toDuration(from: FeelValue): FeelValue {
  if (typeof from === 'string') return parseDuration(from)
  return from instanceof DayTimeDuration || from instanceof YearMonthDuration ? from : null
}

/** Undefined when the value is no offset. */
function toZone(offset: FeelValue): Zone | null | undefined {
  if (offset === null) return null
  return offset instanceof DayTimeDuration ? { offset: Number(offset.nanos / NANOS.second) } : undefined
}

/** Seconds may have a fraction. */
function createTimeOf(
  at: { hour: number; minute: number; second: FeelNumber },
  zone: Zone | null | undefined,
): FeelTime | null {
  if (zone === undefined) return null
  const second = round(at.second, 0, 'floor')
  const fraction = modulo(at.second, 1)
  const nano = fraction === null ? null : multiply(fraction, 1_000_000_000)
  if (second === null || nano === null) return null
  return createTime({ ...at, second: toInteger(second) ?? -1, nano: Math.floor(toDouble(nano)) }, zone)
}

function dateTimeOfParts(names: readonly string[]) {
  const parameters = names.map((name) => anything(name))
  return signature(parameters, ([year, month, dayOfMonth, hour, minute, second, zone = null], evaluation) => {
    evaluation.charge(typeof zone === 'string' ? NAMED_ZONE_UNITS : 0)
    const numbers = [year, month, dayOfMonth, hour, minute]
    if (!numbers.every((part) => typeof part === 'number')) return null
    const [y = 0, m = 0, d = 0, h = 0, min = 0] = numbers
    const date = createDate(y, m, d)
    const seconds = number('second').read(second ?? null)
    const time =
      seconds === undefined ? null : createTimeOf({ hour: h, minute: min, second: seconds }, toNamedZone(zone))
    return date && time && new FeelDateTime(date, time)
  })
}

/** Hours from UTC, or the name of a zone. */
function toNamedZone(zone: FeelValue): Zone | null | undefined {
  if (zone === null) return null
  if (typeof zone === 'string') return isKnownZone(zone) ? { id: zone } : undefined
  const hours = number('hour offset').read(zone)
  return hours === undefined ? undefined : { offset: Math.round(toDouble(hours) * 3600) }
}

/** Reads `1 000,5` where the separators are known; they must differ (DMN 1.5, table 67). */
function parseGroupedNumber(from: string, grouping: string | null, decimal: string | null): FeelNumber | null {
  const isGrouping = grouping === null || grouping === ' ' || grouping === ',' || grouping === '.'
  const isDecimal = decimal === null || decimal === ',' || decimal === '.'
  if (!isGrouping || !isDecimal || (grouping !== null && grouping === decimal)) return null
  const ungrouped = grouping === null ? from : from.replaceAll(grouping, '')
  return parseNumber(decimal === ',' ? toPoint(ungrouped) : ungrouped)
}

/** Returns a point that is no separator makes the text no number. */
function toPoint(text: string): string {
  return text.includes('.') ? '' : text.replace(',', '.')
}
