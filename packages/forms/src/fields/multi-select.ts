import { text } from '../document/properties.ts'
import { checkList, checkSeveral, findSeveralConflict, readSeveral, severalProps } from './check-list.ts'
import type { FieldDefinition } from './field-definition.ts'

const props = { ...severalProps, placeholder: text() }

/** A field for several options of a drop-down list. */
export const multiSelect: FieldDefinition<typeof props, readonly string[]> = {
  ...checkList,
  props,
  findConflict: findSeveralConflict,
  read: readSeveral,
  check: checkSeveral,
}
