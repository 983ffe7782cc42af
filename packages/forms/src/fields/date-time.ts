import { instant, text } from '../document/properties.ts'
import type { Read } from '../values/day.ts'
import { presentInstant, readInstant } from '../values/instant.ts'
import type { EntryContext, FieldDefinition } from './field-definition.ts'

const props = {
  placeholder: text(),
  /** Inclusive. */
  min: instant(),
  /** Inclusive. */
  max: instant(),
}

/**
 * A field for a date and time, which are one instant, typed and shown in the user's time zone. A variable that is a
 * text without an offset is meant in the time zone of days, so that it is the same instant for every reader.
 */
export const dateTime: FieldDefinition<typeof props, string> = {
  props,
  isTyped: true,
  isInstant: true,
  findConflict: ({ min, max }) =>
    min !== undefined && max !== undefined && min > max ? `min up to max (${max})` : null,
  read: readEntry,
  present: (value, _props, { timeZone }) => presentInstant(value, timeZone),
  // Both are written in UTC with milliseconds, so their order is the order of the texts.
  check(value, { min, max }, { timeZone }) {
    if (min !== undefined && value < min)
      return [{ code: 'date-time.too-early', params: { min: presentInstant(min, timeZone) } }]
    if (max !== undefined && value > max)
      return [{ code: 'date-time.too-late', params: { max: presentInstant(max, timeZone) } }]
    return []
  },
  toJson: (value) => value,
  toPlain: (value) => new Date(value),
  fromVariable: ({ value }, { dayZone = 'UTC' }) => {
    const read = typeof value === 'string' ? readInstant(value, dayZone) : null
    return read?.ok === true ? read.value : value
  },
  toVariables: (key, value) => [{ name: key, type: 'Date', value }],
}

function readEntry(input: unknown, _props: unknown, { timeZone }: EntryContext): Read<string | null> {
  if (input === null || input === undefined) return { ok: true, value: null }
  const text = typeof input === 'string' ? input.trim() : '?'
  return text === '' ? { ok: true, value: null } : readInstant(text, timeZone)
}
