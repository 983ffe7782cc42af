import { integer, text, words } from '../document/properties.ts'
import type { PropsOf } from '../document/property.ts'
import type { Fault } from '../messages/catalogue.ts'
import { isBlank } from '../values/blank.ts'
import type { Read } from '../values/day.ts'
import { hasControlCharacters, hasMarkup } from '../values/markup.ts'
import type { FieldDefinition } from './field-definition.ts'
import { readTextList, textListOfVariable } from './text-list.ts'

const props = {
  placeholder: text(),
  /** Suggestions while the user types; other tags can be typed too. */
  suggestions: words(500),
  /** The maximum number of tags; 50 when missing. */
  max: integer(1, 100),
  /** Characters of each; the specification's 50 when not given. */
  maxLength: integer(1, 255),
}

const usualMax = 50
/** The specification's limit for tags. */
const usualLength = 50

/** A field for tags, which are short texts that users add. The variable is a list. */
export const tags: FieldDefinition<typeof props, readonly string[]> = {
  props,
  read: readTags,
  present: (value) => value.join(', '),
  check: checkTags,
  isMissing: (value) => value.length === 0,
  toJson: (value) => value,
  toPlain: (value) => value,
  fromVariable: textListOfVariable,
  toVariables: (key, value) => [{ name: key, type: 'Json', value: value === null ? null : JSON.stringify(value) }],
}

function readTags(input: unknown): Read<readonly string[] | null> {
  if (!Array.isArray(input)) return readTextList(input)
  return readTextList(
    (input as unknown[])
      .map((one) => (typeof one === 'string' ? one.trim() : one))
      .filter((one) => typeof one !== 'string' || !isBlank(one)),
  )
}

function checkTags(value: readonly string[], given: PropsOf<typeof props>): Fault[] {
  const max = given.max ?? usualMax
  if (value.length > max) return [{ code: 'choice.too-many', params: { max, count: value.length } }]
  const longest = given.maxLength ?? usualLength
  const long = value.find(({ length }) => length > longest)
  if (long !== undefined) return [{ code: 'text.too-long', params: { max: longest, length: long.length } }]
  if (value.some((one) => hasMarkup(one) || hasControlCharacters(one))) return [{ code: 'text.markup' }]
  const folded = value.map((one) => one.toLowerCase())
  const twice = value.find((one, index) => folded.indexOf(one.toLowerCase()) !== index)
  return twice === undefined ? [] : [{ code: 'tags.duplicate', params: { tag: twice } }]
}
