import { FeelDate } from '../temporal/date.ts'
import { FeelDateTime } from '../temporal/date-time.ts'
import { DayTimeDuration, YearMonthDuration } from '../temporal/duration.ts'
import {
  presentDate,
  presentDateTime,
  presentDayTimeDuration,
  presentTime,
  presentYearMonthDuration,
} from '../temporal/present-temporal.ts'
import { FeelTime } from '../temporal/time.ts'
import { FeelFunction } from './function.ts'
import { presentNumber } from './number.ts'
import { PartCount } from './part-count.ts'
import { type Endpoint, FeelRange } from './range.ts'
import { type FeelContext, type FeelValue, isList, isNumber } from './value.ts'

/** The text of a value as FEEL's `string` function gives it; strings inside lists and contexts are quoted. */
export function presentValue(value: FeelValue): string {
  return typeof value === 'string' ? value : presentNested(value, new PartCount())
}

function presentNested(value: FeelValue, count: PartCount): string {
  count.add(typeof value === 'string' ? value.length : 1)
  if (value === null) return 'null'
  if (typeof value === 'string') return `"${value.replace(/["\\]/g, '\\$&')}"`
  if (typeof value === 'boolean') return String(value)
  if (isNumber(value)) return presentNumber(value)
  if (isList(value)) return `[${value.map((item) => presentNested(item, count)).join(', ')}]`
  if (value instanceof FeelDate) return presentDate(value)
  if (value instanceof FeelTime) return presentTime(value)
  if (value instanceof FeelDateTime) return presentDateTime(value)
  if (value instanceof DayTimeDuration) return presentDayTimeDuration(value)
  if (value instanceof YearMonthDuration) return presentYearMonthDuration(value)
  if (value instanceof FeelRange) return presentRange(value, count)
  if (value instanceof FeelFunction) return presentFunction(value)
  return presentContext(value, count)
}

function presentRange(range: FeelRange, count: PartCount): string {
  const { start, end } = range
  if (start === undefined) return `${range.includesEnd ? '<=' : '<'} ${presentEndpoint(end, count)}`
  if (end === undefined) return `${range.includesStart ? '>=' : '>'} ${presentEndpoint(start, count)}`
  const open = range.includesStart ? '[' : '('
  const close = range.includesEnd ? ']' : ')'
  return `${open}${presentEndpoint(start, count)}..${presentEndpoint(end, count)}${close}`
}

function presentEndpoint(endpoint: Endpoint, count: PartCount): string {
  return presentNested(endpoint ?? null, count)
}

function presentFunction(value: FeelFunction): string {
  return `function(${value.main.parameters.map((parameter) => parameter.name).join(', ')})`
}

function presentContext(context: FeelContext, count: PartCount): string {
  const entries = Object.entries(context).map(([key, value]) => `${presentKey(key)}: ${presentNested(value, count)}`)
  return `{${entries.join(', ')}}`
}

function presentKey(key: string): string {
  return /^[\p{L}_][\p{L}\p{N}_ ]*$/u.test(key) ? key : presentNested(key, new PartCount())
}
