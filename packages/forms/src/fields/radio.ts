import type { FieldDefinition } from './field-definition.ts'
import { choiceProps, findChoiceConflict, presentChoice, readChoice, select } from './select.ts'

/** One of a few, all of them in view. */
export const radio: FieldDefinition<typeof choiceProps, string> = {
  ...select,
  props: choiceProps,
  findConflict: findChoiceConflict,
  read: readChoice,
  present: presentChoice,
}
