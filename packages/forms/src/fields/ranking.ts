import { options } from '../document/properties.ts'
import type { PropsOf } from '../document/property.ts'
import type { FieldDefinition } from './field-definition.ts'
import { presentChoice, unknownOptions } from './select.ts'
import { readTextList, textListOfVariable } from './text-list.ts'

const props = { options: options() }

/** A field that ranks all options. The variable is a list of their values. */
export const ranking: FieldDefinition<typeof props, readonly string[]> = {
  props,
  findConflict: ({ options }: PropsOf<typeof props>) =>
    options?.some(({ when }) => when !== undefined) ? 'options without when: all of them are put in an order' : null,
  read(input, given) {
    const read = readTextList(input)
    if (!read.ok || read.value === null) return read
    const known = new Set(given.options?.map(({ value }) => value))
    const unknown = read.value.filter((one) => !known.has(one))
    return unknown.length === 0 ? read : { ok: false, fault: unknownOptions(unknown) }
  },
  present: (value, given) => value.map((one, index) => `${index + 1}. ${presentChoice(one, given)}`).join(', '),
  check: (value, given) => (value.length === given.options?.length ? [] : [{ code: 'ranking.incomplete' }]),
  isMissing: (value) => value.length === 0,
  toJson: (value) => value,
  toPlain: (value) => value,
  fromVariable: textListOfVariable,
  toVariables: (key, value) => [{ name: key, type: 'Json', value: value === null ? null : JSON.stringify(value) }],
}
