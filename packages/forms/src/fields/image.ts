import { integer, text, words } from '../document/properties.ts'
import type { PropsOf } from '../document/property.ts'
import type { FieldDefinition } from './field-definition.ts'
import type { FileValue } from './field-value.ts'
import { checkFiles, type FileProps, file } from './file.ts'

export const imageTypes = ['png', 'jpg', 'jpeg', 'gif', 'webp', 'bmp'] as const

const props = {
  /** MB. When not given, the catalogue's limit of 10 MB holds. */
  maxfilesize: integer(1, 50),
  /** The allowed types of pictures; missing: all. */
  filetypes: words(imageTypes.length, (word) =>
    imageTypes.some((type) => type === word.toLowerCase()) ? null : `extensions of pictures: ${imageTypes.join(', ')}`,
  ),
  /** The text alternative of the picture; without it, the name of the file. */
  alt: text(),
}

/** A field for one picture, uploaded when it is chosen and shown in the form. Its variables are those of a file. */
export const image: FieldDefinition<typeof props, readonly FileValue[]> = {
  ...file,
  props,
  check: (value, given) => checkFiles(value, imageRules(given)),
  toVariables: (key, value, given, context) => file.toVariables(key, value, imageRules(given), context),
}

/** Returns the rules of a file field that accepts one picture of an image field. */
export function imageRules({ maxfilesize, filetypes }: PropsOf<typeof props>): FileProps {
  return {
    maxfiles: 1,
    filetypes: filetypes ?? imageTypes,
    ...(maxfilesize === undefined ? {} : { maxfilesize }),
  }
}
