import { isFieldKey } from '../document/field-key.ts'
import { documentLimits } from '../document/limits.ts'
import { code, options, text } from '../document/properties.ts'
import type { PropsOf } from '../document/property.ts'
import type { Fault } from '../messages/catalogue.ts'
import type { Read } from '../values/day.ts'
import type { FieldDefinition } from './field-definition.ts'
import { textOfVariable } from './text.ts'

export const choiceProps = {
  options: options(),
  /**
   * The key of a field in the same row or around it. An option is only offered if its `when` contains the value of that
   * field.
   */
  dependsOn: code(documentLimits.key, (name) => (isFieldKey(name) ? null : 'the key of a field')),
}

type ChoiceProps = PropsOf<typeof choiceProps>

const props = { ...choiceProps, placeholder: text() }

/** A field for one option of a drop-down list. */
export const select: FieldDefinition<typeof props, string> = {
  props,
  findConflict: findChoiceConflict,
  read: readChoice,
  present: presentChoice,
  check: () => [],
  toJson: (value) => value,
  toPlain: (value) => value,
  fromVariable: textOfVariable,
  toVariables: (key, value) => [{ name: key, type: 'String', value }],
}

export function findChoiceConflict({ options, dependsOn }: ChoiceProps): string | null {
  const isBound = options?.some(({ when }) => when !== undefined) ?? false
  return isBound && dependsOn === undefined ? 'when of an option only beside dependsOn' : null
}

export function readChoice(input: unknown, { options }: ChoiceProps): Read<string | null> {
  if (input === null || input === undefined || input === '') return { ok: true, value: null }
  const found = options?.find((option) => option.value === input)
  if (found) return { ok: true, value: found.value }
  return { ok: false, fault: typeof input === 'string' ? unknownOptions([input]) : { code: 'choice.unknown' } }
}

/** Returns the error for values that are not among the options of a field. */
export function unknownOptions(values: readonly string[]): Fault {
  const names = values.slice(0, 5).map((value) => (value.length > 60 ? `${value.slice(0, 59)}…` : value))
  return { code: 'choice.unknown', params: { names: `${names.join(', ')}${values.length > 5 ? ' …' : ''}` } }
}

export function presentChoice(value: string, { options }: ChoiceProps): string {
  return options?.find((option) => option.value === value)?.label ?? value
}
