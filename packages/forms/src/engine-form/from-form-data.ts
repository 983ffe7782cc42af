import { valueLimits } from '../document/limits.ts'
import { compareNumbers } from '../values/number.ts'
import { createDocument } from './create-document.ts'
import { createEngineFields, type EngineFieldPlan, planEngineField, planText } from './create-engine-field.ts'
import type { EngineForm, FormFieldInput } from './types.ts'

/**
 * Creates the form of Camunda's `formData`: types string, long, boolean, date, enum; custom types are treated as text.
 * Constraints `required`, `readonly`, `minlength`, `maxlength`, `min` and `max` (all inclusive) are kept; a `validator`
 * names Java and is reported. Of a field's properties `help`, `placeholder` and `multiline` (`true`) are supported;
 * Camunda gives none of them a meaning.
 */
export function fromFormData(id: string, formFields: readonly FormFieldInput[]): EngineForm {
  const fields = createEngineFields()
  for (const field of formFields) {
    const isRequired = field.constraints.some(({ name }) => name === 'required')
    const plan = planEngineField(field, isRequired)
    if (plan === null) fields.report(field.id, `Expected a known type, but found "${field.type}". It is shown as text.`)
    const constrained = applyConstraints(plan ?? planText(isRequired), field, (message) =>
      fields.report(field.id, message),
    )
    fields.add(field, applyProperties(constrained, field), { variable: field.id, expression: null })
  }
  const { nodes, ...rest } = fields.finish()
  return { document: createDocument(id, nodes), ...rest }
}

function applyConstraints(
  plan: EngineFieldPlan,
  field: FormFieldInput,
  report: (message: string) => void,
): EngineFieldPlan {
  const props: Record<string, unknown> = { ...plan.props }
  for (const { name, config } of field.constraints) {
    const limit = readLimit(name, config, plan)
    if (name === 'readonly') props.readOnly = true
    else if (limit !== null) props[limit.prop] = limit.value
    else if (name !== 'required') report(describeUnsupported(name, config, field.type))
  }
  dropContradiction(props, report)
  return { ...plan, props }
}

function readLimit(
  name: string,
  config: string | null,
  { type }: EngineFieldPlan,
): { prop: string; value: number | string } | null {
  const text = config?.trim() ?? ''
  if ((name === 'minlength' || name === 'maxlength') && type === 'text' && /^\d{1,9}$/.test(text)) {
    const length = Number(text)
    if (name === 'maxlength')
      return length === 0 ? null : { prop: 'maxLength', value: Math.min(length, valueLimits.text) }
    return length > valueLimits.text ? null : { prop: 'minLength', value: length }
  }
  if ((name === 'min' || name === 'max') && type === 'number' && /^-?\d{1,18}(?:\.\d{1,15})?$/.test(text)) {
    const number = Number(text)
    return { prop: name, value: Number.isSafeInteger(number) || text.includes('.') ? number : text }
  }
  return null
}

function describeUnsupported(name: string, config: string | null, type: string): string {
  if (name === 'validator')
    return `Expected a constraint without Java, but found the validator "${config}". It does not run.`
  return `Expected a constraint that a field of type ${type} can have, but found ${name}="${config}". It does not run.`
}

// The engine would refuse every value of such a field; a form that cannot be opened would hide why.
function dropContradiction(props: Record<string, unknown>, report: (message: string) => void): void {
  for (const [low, high] of [
    ['minLength', 'maxLength'],
    ['min', 'max'],
  ] as const) {
    const min = props[low]
    const max = props[high]
    if (min === undefined || max === undefined || compareNumbers(toNumber(min), toNumber(max)) <= 0) continue
    report(`Expected ${low} up to ${high}, but found ${min} and ${max}. Neither is checked.`)
    delete props[low]
    delete props[high]
  }
}

function toNumber(limit: unknown): number | bigint {
  return typeof limit === 'string' ? BigInt(limit) : Number(limit)
}

function applyProperties({ type, props }: EngineFieldPlan, { properties }: FormFieldInput): EngineFieldPlan {
  const find = (name: string) => (Object.hasOwn(properties, name) ? properties[name]?.slice(0, 500) : undefined)
  const help = find('help')
  const placeholder = find('placeholder')
  const takesPlaceholder = type !== 'checkbox' && type !== 'radio'
  return {
    type: type === 'text' && find('multiline') === 'true' ? 'textarea' : type,
    props: {
      ...props,
      ...(help === undefined ? {} : { help }),
      ...(placeholder === undefined || !takesPlaceholder ? {} : { placeholder }),
    },
  }
}
