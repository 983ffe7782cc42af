import type { FormField } from '@millrace/bpmn'
import type { TypedValue } from '@millrace/engine'
import type { FieldContext } from './form-fields.ts'

/** The first constraint of a field that a submitted value breaks, as a sentence; null when it breaks none. */
export function checkConstraints(
  field: FormField,
  typed: TypedValue | undefined,
  context: FieldContext,
): string | null {
  const value = typed?.value ?? null
  const isEmpty = value === null || value === ''
  if (field.isRequired && isEmpty && field.defaultValue === null && context.variables.get(field.id) === undefined)
    return `form property '${field.id}' is required`
  if (isEmpty) return null
  for (const { name, config } of field.constraints) {
    const limit = Number(config)
    if (config === null || Number.isNaN(limit)) continue
    if (breaks(name, value, limit))
      return `Invalid value submitted for form field '${field.id}': validation of ${name}(${config}) failed.`
  }
  return null
}

function breaks(name: string, value: NonNullable<TypedValue['value']>, limit: number): boolean {
  switch (name) {
    case 'minlength':
      return String(value).length < limit
    case 'maxlength':
      return String(value).length > limit
    case 'min':
      return Number(value) < limit
    case 'max':
      return Number(value) > limit
    default:
      return false
  }
}
