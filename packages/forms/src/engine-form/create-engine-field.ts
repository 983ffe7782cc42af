import { isFieldKey } from '../document/field-key.ts'
import { documentLimits } from '../document/limits.ts'
import { isPrototypeKey } from '../document/plain-object.ts'
import type { FieldType, FormNode } from '../document/types.ts'
import { createNode } from './create-document.ts'
import { defaultDatePattern, hasTime } from './date-pattern.ts'
import type { EngineForm, FieldBinding, FormFieldInput, FormPropertyInput, UnsupportedPart } from './types.ts'

interface EngineFieldInput
  extends Pick<
    FormFieldInput & FormPropertyInput,
    'id' | 'label' | 'type' | 'datePattern' | 'options' | 'defaultValue'
  > {}

/** The field that a field of a model becomes, before its kind of form adds rules. */
export interface EngineFieldPlan {
  readonly type: FieldType
  readonly props: Readonly<Record<string, unknown>>
}

/** Collects the fields of a model's form. Ids that cannot be keys, and second fields of one id, are reported. */
export function createEngineFields(): {
  add(input: EngineFieldInput, plan: EngineFieldPlan, binding: Pick<FieldBinding, 'variable' | 'expression'>): void
  report(fieldId: string, message: string): void
  finish(): Omit<EngineForm, 'document'> & { readonly nodes: readonly FormNode[] }
} {
  const nodes: FormNode[] = []
  const bindings: FieldBinding[] = []
  const unsupported: UnsupportedPart[] = []
  const report = (fieldId: string, message: string) => {
    unsupported.push({ fieldId, message })
  }
  return {
    report,
    add(input, { type, props }, { variable, expression }) {
      const { id, defaultValue } = input
      if (!isFieldKey(id)) return report(id, 'Expected an id that can name a variable, so this field is left out.')
      if (bindings.some(({ key }) => key === id))
        return report(id, 'Expected an id of its own, so the second field is left out.')
      const stored = variable === id ? {} : { variable }
      nodes.push(
        createNode({
          id: `f${nodes.length + 1}`,
          type,
          key: id,
          props: { label: labelOf(input), ...props, ...stored },
        }),
      )
      const datePattern = type === 'date' || type === 'date-time' ? (input.datePattern ?? defaultDatePattern) : null
      bindings.push({ key: id, variable, expression, defaultValue, datePattern })
    },
    finish: () => ({ nodes, bindings, unsupported }),
  }
}

/** Returns the field for a type of `formProperty` or `formField`; null for a type of the model's own. */
export function planEngineField(input: EngineFieldInput, isRequired: boolean): EngineFieldPlan | null {
  switch (input.type) {
    case 'string':
      return planText(isRequired)
    case 'long':
      return { type: 'number', props: { integer: true, storeAs: 'Long', ...required(isRequired) } }
    case 'double':
      return { type: 'number', props: { storeAs: 'Double', ...required(isRequired) } }
    // A box always has a value, yes or no: that satisfies the engines, while our own required box must be ticked.
    case 'boolean':
      return { type: 'checkbox', props: {} }
    case 'date':
      return {
        type: hasTime(input.datePattern ?? defaultDatePattern) ? 'date-time' : 'date',
        props: required(isRequired),
      }
    case 'enum':
      return planChoice(input, isRequired)
    default:
      return null
  }
}

/** Plans a text field that accepts any text, as these engines do. */
export function planText(isRequired: boolean): EngineFieldPlan {
  return { type: 'text', props: { allowMarkup: true, ...required(isRequired) } }
}

/** Few choices of which one must be made stand side by side; a radio group could not be emptied again. */
function planChoice({ options }: EngineFieldInput, isRequired: boolean): EngineFieldPlan {
  const distinct = new Map(options.map(({ id, name }) => [id, { value: id, label: name.trim() === '' ? id : name }]))
  const usable = [...distinct.values()].filter(({ value }) => value !== '' && !isPrototypeKey(value))
  if (usable.length === 0) return planText(isRequired)
  return {
    type: isRequired && usable.length <= 4 ? 'radio' : 'select',
    props: { options: usable, ...required(isRequired) },
  }
}

function required(isRequired: boolean): { required?: true } {
  return isRequired ? { required: true } : {}
}

function labelOf({ id, label }: EngineFieldInput): string {
  const text = label === null || label.trim() === '' ? id : label
  return text.slice(0, documentLimits.text)
}
