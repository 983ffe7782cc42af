import type { FieldDefinition } from './field-definition.ts'
import { choiceProps, presentChoice, readChoice, select } from './select.ts'

/** One of a few, all of them in view. */
export const radio: FieldDefinition<typeof choiceProps, string> = {
  ...select,
  props: choiceProps,
  read: readChoice,
  present: presentChoice,
}
