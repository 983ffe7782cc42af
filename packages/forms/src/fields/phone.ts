import { text as words } from '../document/properties.ts'
import type { FieldDefinition } from './field-definition.ts'
import { readText, text } from './text.ts'

const props = { placeholder: words() }

/** A field for a telephone number, stored as typed. An international one has up to 15 digits (ITU-T E.164). */
export const phone: FieldDefinition<typeof props, string> = {
  ...text,
  props,
  findConflict: () => null,
  read: (input) => readText(typeof input === 'string' ? input.trim() : input),
  check: (value) => (isNumber(value) ? [] : [{ code: 'phone.invalid', params: { example: '+49 30 901820' } }]),
}

function isNumber(text: string): boolean {
  const digits = text.replace(/\D/g, '').length
  return text.length <= 40 && /^\+?[\d ()./-]+$/.test(text) && digits >= 3 && digits <= 15
}
