import { clock, text } from '../document/properties.ts'
import type { PropsOf } from '../document/property.ts'
import type { Fault } from '../messages/catalogue.ts'
import { readClock } from '../values/clock.ts'
import type { Read } from '../values/day.ts'
import type { FieldDefinition } from './field-definition.ts'
import { textOfVariable } from './text.ts'

const props = {
  placeholder: text(),
  /** Inclusive. */
  min: clock(),
  /** Inclusive. */
  max: clock(),
}

/** A field for a time of day, such as `16:30`. The variable is a `String`. */
export const time: FieldDefinition<typeof props, string> = {
  props,
  isTyped: true,
  findConflict: ({ min, max }) =>
    min !== undefined && max !== undefined && min > max ? `min up to max (${max})` : null,
  read: readTime,
  present: (value) => value,
  check: checkTime,
  toJson: (value) => value,
  toPlain: (value) => value,
  fromVariable: textOfVariable,
  toVariables: (key, value) => [{ name: key, type: 'String', value }],
}

function readTime(input: unknown): Read<string | null> {
  if (input === null || input === undefined) return { ok: true, value: null }
  const text = typeof input === 'string' ? input.trim() : '?'
  if (text === '') return { ok: true, value: null }
  const value = readClock(text)
  return value === null
    ? { ok: false, fault: { code: 'time.invalid', params: { example: '16:30' } } }
    : { ok: true, value }
}

function checkTime(value: string, { min, max }: PropsOf<typeof props>): Fault[] {
  if (min !== undefined && value < min) return [{ code: 'time.too-early', params: { min } }]
  if (max !== undefined && value > max) return [{ code: 'time.too-late', params: { max } }]
  return []
}
