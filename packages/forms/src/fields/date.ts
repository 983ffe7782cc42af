import { day, text } from '../document/properties.ts'
import { presentDay, type Read, readDay } from '../values/day.ts'
import { dayOfInstant, readIsoInstant, startOfDay } from '../values/instant.ts'
import type { EntryContext, FieldDefinition } from './field-definition.ts'

const props = {
  placeholder: text(),
  /** Inclusive. */
  min: day(),
  /** Inclusive. */
  max: day(),
}

/**
 * A field for a date without a time. The process variable is a `Date`: the instant at which the day begins in the time
 * zone of days, which is the same for every reader, as Camunda and Flowable store the days of their forms.
 */
export const date: FieldDefinition<typeof props, string> = {
  props,
  isTyped: true,
  isDay: true,
  findConflict: ({ min, max }) =>
    min !== undefined && max !== undefined && min > max ? `min up to max (${max})` : null,
  read: readEntry,
  present: presentDay,
  check(value, { min, max }) {
    if (min !== undefined && value < min) return [{ code: 'date.too-early', params: { min: presentDay(min) } }]
    if (max !== undefined && value > max) return [{ code: 'date.too-late', params: { max: presentDay(max) } }]
    return []
  },
  toJson: (value) => value,
  toPlain: (value) => value,
  fromVariable: ({ value }) => value,
  toVariables: (key, value, _props, { dayZone = 'UTC' }) => [
    { name: key, type: 'Date', value: value === null ? null : startOfDay(value, dayZone) },
  ],
}

/** Also takes an instant: the day on which it falls in the time zone of days. */
function readEntry(input: unknown, _props: unknown, { dayZone = 'UTC' }: EntryContext): Read<string | null> {
  if (input === null || input === undefined) return { ok: true, value: null }
  const text = typeof input === 'string' ? input.trim() : '?'
  if (text === '') return { ok: true, value: null }
  const instant = readIsoInstant(text)
  return instant === null ? readDay(text) : { ok: true, value: dayOfInstant(instant, dayZone) }
}
