import { integer, text as words } from '../document/properties.ts'
import type { FieldDefinition } from './field-definition.ts'
import { checkText, findTextConflict, readText, text } from './text.ts'

const props = {
  placeholder: words(),
  minLength: integer(0, 1_000),
  maxLength: integer(1, 1_000),
}

/**
 * A password field. Its stored value is never shown, and drafts leave it out; an empty entry leaves the variable
 * unchanged. The variable is an ordinary `String`, which everybody with permission to see variables sees.
 */
export const password: FieldDefinition<typeof props, string> = {
  ...text,
  props,
  isSecret: true,
  standsAlone: true,
  findConflict: findTextConflict,
  // Not trimmed, and an all-blank one is one.
  read: (input) => (typeof input === 'string' && input !== '' ? { ok: true, value: input } : readText(input)),
  present: () => '••••••••',
  check: (value, given) => checkText(value, { maxLength: 1_000, ...given, allowMarkup: true }),
  fromVariable: () => null,
  toVariables: (key, value) => (value === null ? [] : [{ name: key, type: 'String', value }]),
}
