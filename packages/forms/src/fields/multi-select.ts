import { text } from '../document/properties.ts'
import { checkList, checkSeveral, findSeveralConflict, readSeveral, severalProps } from './check-list.ts'
import type { FieldDefinition } from './field-definition.ts'

const props = { ...severalProps, placeholder: text() }

/** Any of a list, opened to choose from. */
export const multiSelect: FieldDefinition<typeof props, readonly string[]> = {
  ...checkList,
  props,
  findConflict: findSeveralConflict,
  read: readSeveral,
  check: checkSeveral,
}
