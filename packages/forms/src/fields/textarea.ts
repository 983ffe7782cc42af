import { integer } from '../document/properties.ts'
import type { FieldDefinition } from './field-definition.ts'
import { checkText, findTextConflict, readText, text, textProps } from './text.ts'

const props = {
  ...textProps,
  /** Lines shown at first; the box grows with its text. */
  rows: integer(2, 40),
}

/** A field for several lines of text. */
export const textarea: FieldDefinition<typeof props, string> = {
  ...text,
  props,
  findConflict: findTextConflict,
  // Browsers and other clients end lines differently; lengths must not depend on it.
  read: (input) => readText(typeof input === 'string' ? input.replace(/\r\n?/g, '\n') : input),
  check: checkText,
}
