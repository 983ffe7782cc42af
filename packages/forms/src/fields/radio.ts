import type { FieldDefinition } from './field-definition.ts'
import { choiceProps, findChoiceConflict, presentChoice, readChoice, select } from './select.ts'

/** A field for one of a few options, all visible. */
export const radio: FieldDefinition<typeof choiceProps, string> = {
  ...select,
  props: choiceProps,
  findConflict: findChoiceConflict,
  read: readChoice,
  present: presentChoice,
}
