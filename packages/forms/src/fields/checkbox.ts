import type { Read } from '../values/day.ts'
import type { FieldDefinition } from './field-definition.ts'

/** A checkbox field. Required means that it must be ticked, as for a consent. An untouched box is no. */
export const checkbox: FieldDefinition<Record<never, never>, boolean> = {
  props: {},
  untouched: false,
  read: readEntry,
  present: (value) => (value ? 'Yes' : 'No'),
  check: () => [],
  isMissing: (value) => !value,
  toJson: (value) => value,
  toPlain: (value) => value,
  fromVariable: ({ value }) => value,
  toVariables: (key, value) => [{ name: key, type: 'Boolean', value: value ?? false }],
}

function readEntry(input: unknown): Read<boolean | null> {
  if (input === null || input === undefined || input === '') return { ok: true, value: null }
  if (input === true || input === 'true') return { ok: true, value: true }
  if (input === false || input === 'false') return { ok: true, value: false }
  return { ok: false, fault: { code: 'checkbox.invalid' } }
}
