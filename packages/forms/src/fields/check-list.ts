import { integer } from '../document/properties.ts'
import type { PropsOf } from '../document/property.ts'
import type { Fault } from '../messages/catalogue.ts'
import type { Read } from '../values/day.ts'
import type { FieldDefinition } from './field-definition.ts'
import { choiceProps, findChoiceConflict, presentChoice, unknownOptions } from './select.ts'
import { readTextList, textListOfVariable } from './text-list.ts'

export const severalProps = {
  ...choiceProps,
  /** The minimum number of selected options, if any is selected. */
  min: integer(1, 2_000),
  /** The maximum number of selected options. */
  max: integer(1, 2_000),
}

type SeveralProps = PropsOf<typeof severalProps>

/**
 * A field of checkboxes for any of a few options. The value has them in the order of the options; the variable is a
 * list.
 */
export const checkList: FieldDefinition<typeof severalProps, readonly string[]> = {
  props: severalProps,
  findConflict: findSeveralConflict,
  read: readSeveral,
  present: (value, given) => value.map((one) => presentChoice(one, given)).join(', '),
  check: checkSeveral,
  isMissing: (value) => value.length === 0,
  toJson: (value) => value,
  toPlain: (value) => value,
  fromVariable: textListOfVariable,
  toVariables: (key, value) => [{ name: key, type: 'Json', value: value === null ? null : JSON.stringify(value) }],
}

export function findSeveralConflict(given: SeveralProps): string | null {
  if (given.min !== undefined && given.max !== undefined && given.min > given.max) return `min up to max (${given.max})`
  if ((given.min ?? 0) > (given.options?.length ?? 0)) return 'min up to the number of options'
  return findChoiceConflict(given)
}

export function readSeveral(input: unknown, { options = [] }: SeveralProps): Read<readonly string[] | null> {
  const read = readTextList(input)
  if (!read.ok || read.value === null) return read
  const chosen = new Set(read.value)
  const found = options.filter(({ value }) => chosen.has(value)).map(({ value }) => value)
  if (found.length === chosen.size) return { ok: true, value: found }
  const unknown = read.value.filter((one) => !found.includes(one))
  return { ok: false, fault: unknownOptions(unknown), rest: found.length === 0 ? null : found }
}

export function checkSeveral({ length: count }: readonly string[], { min, max }: SeveralProps): Fault[] {
  if (min !== undefined && count < min) return [{ code: 'choice.too-few', params: { min, count } }]
  if (max !== undefined && count > max) return [{ code: 'choice.too-many', params: { max, count } }]
  return []
}
