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
import { type Endpoint, FeelRange } from './range.ts'
import { type FeelContext, type FeelValue, isList, isNumber } from './value.ts'

/** The text of a value as FEEL's `string` function gives it; strings inside lists and contexts are quoted. */
export function presentValue(value: FeelValue): string {
  return typeof value === 'string' ? value : presentNested(value)
}

function presentNested(value: FeelValue): string {
  if (value === null) return 'null'
  if (typeof value === 'string') return `"${value.replace(/["\\]/g, '\\$&')}"`
  if (typeof value === 'boolean') return String(value)
  if (isNumber(value)) return presentNumber(value)
  if (isList(value)) return `[${value.map(presentNested).join(', ')}]`
  if (value instanceof FeelDate) return presentDate(value)
  if (value instanceof FeelTime) return presentTime(value)
  if (value instanceof FeelDateTime) return presentDateTime(value)
  if (value instanceof DayTimeDuration) return presentDayTimeDuration(value)
  if (value instanceof YearMonthDuration) return presentYearMonthDuration(value)
  if (value instanceof FeelRange) return presentRange(value)
  if (value instanceof FeelFunction) return presentFunction(value)
  return presentContext(value)
}

function presentRange(range: FeelRange): string {
  const { start, end } = range
  if (start === undefined) return `${range.includesEnd ? '<=' : '<'} ${presentEndpoint(end)}`
  if (end === undefined) return `${range.includesStart ? '>=' : '>'} ${presentEndpoint(start)}`
  const open = range.includesStart ? '[' : '('
  const close = range.includesEnd ? ']' : ')'
  return `${open}${presentEndpoint(start)}..${presentEndpoint(end)}${close}`
}

function presentEndpoint(endpoint: Endpoint): string {
  return presentNested(endpoint ?? null)
}

function presentFunction(value: FeelFunction): string {
  return `function(${value.main.parameters.map((parameter) => parameter.name).join(', ')})`
}

function presentContext(context: FeelContext): string {
  const entries = Object.entries(context).map(([key, value]) => `${presentKey(key)}: ${presentNested(value)}`)
  return `{${entries.join(', ')}}`
}

function presentKey(key: string): string {
  return /^[\p{L}_][\p{L}\p{N}_ ]*$/u.test(key) ? key : presentNested(key)
}
