import { isPlainObject } from '../document/plain-object.ts'
import { day, integer } from '../document/properties.ts'
import type { PropsOf } from '../document/property.ts'
import type { Fault } from '../messages/catalogue.ts'
import { presentDay, type Read } from '../values/day.ts'
import { findJsonValue } from '../values/json-variable.ts'
import { date } from './date.ts'
import type { EntryContext, FieldDefinition } from './field-definition.ts'
import type { DayRange } from './field-value.ts'

const props = {
  /** Inclusive. */
  min: day(),
  /** Inclusive. */
  max: day(),
  /** The maximum number of days, including the first and the last. */
  maxDays: integer(1, 36_500),
}

/** A field for two dates, first and last. The variable is one context: `{"from": "2026-11-30", "to": "2026-12-04"}`. */
export const dateRange: FieldDefinition<typeof props, DayRange> = {
  props,
  isDay: true,
  findConflict: ({ min, max }) =>
    min !== undefined && max !== undefined && min > max ? `min up to max (${max})` : null,
  read: readRange,
  present: ({ from, to }) => `${presentDay(from)} – ${presentDay(to)}`,
  check: checkRange,
  toJson: (value) => value,
  toPlain: ({ from, to }) => ({ from, to }),
  fromVariable: findJsonValue,
  toVariables: (key, value) => [{ name: key, type: 'Json', value: value === null ? null : JSON.stringify(value) }],
}

function readRange(input: unknown, _props: unknown, context: EntryContext): Read<DayRange | null> {
  if (input === null || input === undefined || input === '') return { ok: true, value: null }
  if (!isPlainObject(input) || Object.keys(input).some((key) => key !== 'from' && key !== 'to')) return invalid
  const from = readEnd('from', input.from, context)
  if (!from.ok) return { ok: false, fault: from.fault }
  const to = readEnd('to', input.to, context)
  if (!to.ok) return { ok: false, fault: to.fault }
  if (from.value === null && to.value === null) return { ok: true, value: null }
  if (from.value === null) return { ok: false, fault: { code: 'date-range.incomplete', path: ['from'] } }
  if (to.value === null) return { ok: false, fault: { code: 'date-range.incomplete', path: ['to'] } }
  return { ok: true, value: { from: from.value, to: to.value } }
}

const invalid: Read<never> = { ok: false, fault: { code: 'date-range.invalid' } }

function readEnd(end: 'from' | 'to', input: unknown, context: EntryContext): Read<string | null> {
  const read = date.read(input, {}, context)
  return read.ok ? read : { ok: false, fault: { ...read.fault, path: [end] } }
}

function checkRange({ from, to }: DayRange, { min, max, maxDays }: PropsOf<typeof props>): Fault[] {
  if (to < from) return [{ code: 'date-range.reversed', path: ['to'] }]
  if (min !== undefined && from < min)
    return [{ code: 'date.too-early', params: { min: presentDay(min) }, path: ['from'] }]
  if (max !== undefined && to > max) return [{ code: 'date.too-late', params: { max: presentDay(max) }, path: ['to'] }]
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
  if (maxDays !== undefined && days > maxDays)
    return [{ code: 'date-range.too-long', params: { max: maxDays, days }, path: ['to'] }]
  return []
}
