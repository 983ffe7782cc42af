import { type Allowance, checkDepth, checkText } from '../../meter.ts'
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
import type { FeelFunction } from './function.ts'
import { presentNumber } from './number.ts'
import { type Endpoint, FeelRange } from './range.ts'
import { type FeelContext, type FeelList, type FeelValue, isContext, isList, isNumber } from './value.ts'

/** Presents a value as FEEL's `string` function does; strings inside lists and contexts are quoted. */
export function presentValue(value: FeelValue, allowance: Allowance): string {
  if (typeof value === 'string') return value
  const writer: Writer = { allowance, parts: [], length: 0, depth: 0 }
  writeValue(value, writer)
  return writer.parts.join('')
}

interface Writer {
  readonly allowance: Allowance
  readonly parts: string[]
  /** Characters so far. */
  length: number
  depth: number
}

function write(text: string, writer: Writer): void {
  writer.allowance.meter.charge(1)
  writer.length += text.length
  checkText(writer.allowance, text.length, writer.length)
  writer.parts.push(text)
}

function writeValue(value: FeelValue, writer: Writer): void {
  if (value instanceof FeelRange) writeRange(value, writer)
  else if (isList(value)) writeBetween('[]', value, writer, (item) => writeValue(item, writer))
  else if (isContext(value)) writeBetween('{}', Object.entries(value), writer, (entry) => writeEntry(entry, writer))
  else write(presentSimple(value), writer)
}

function presentSimple(value: Exclude<FeelValue, FeelRange | FeelContext | FeelList>): string {
  if (value === null) return 'null'
  if (typeof value === 'string') return `"${value.replace(/["\\]/g, '\\$&')}"`
  if (typeof value === 'boolean') return String(value)
  if (isNumber(value)) return presentNumber(value)
  if (value instanceof FeelDate) return presentDate(value)
  if (value instanceof FeelTime) return presentTime(value)
  if (value instanceof FeelDateTime) return presentDateTime(value)
  if (value instanceof DayTimeDuration) return presentDayTimeDuration(value)
  if (value instanceof YearMonthDuration) return presentYearMonthDuration(value)
  return presentFunction(value)
}

function presentFunction(value: FeelFunction): string {
  return `function(${value.main.parameters.map((parameter) => parameter.name).join(', ')})`
}

function writeRange(range: FeelRange, writer: Writer): void {
  const { start, end } = range
  if (start === undefined || end === undefined) {
    write(start === undefined ? (range.includesEnd ? '<= ' : '< ') : range.includesStart ? '>= ' : '> ', writer)
    writeEndpoint(start ?? end, writer)
    return
  }
  write(range.includesStart ? '[' : '(', writer)
  writeEndpoint(start, writer)
  write('..', writer)
  writeEndpoint(end, writer)
  write(range.includesEnd ? ']' : ')', writer)
}

function writeEndpoint(endpoint: Endpoint, writer: Writer): void {
  writeValue(endpoint ?? null, writer)
}

function writeBetween<T>(brackets: string, items: readonly T[], writer: Writer, writeItem: (item: T) => void): void {
  writer.depth += 1
  checkDepth(writer.allowance, writer.depth)
  write(brackets.charAt(0), writer)
  for (const [index, item] of items.entries()) {
    if (index > 0) write(', ', writer)
    writeItem(item)
  }
  write(brackets.charAt(1), writer)
  writer.depth -= 1
}

function writeEntry([key, value]: [string, FeelValue], writer: Writer): void {
  write(/^[\p{L}_][\p{L}\p{N}_ ]*$/u.test(key) ? key : presentSimple(key), writer)
  write(': ', writer)
  writeValue(value, writer)
}
