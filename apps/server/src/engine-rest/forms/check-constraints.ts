import type { FormField } from '@millrace/bpmn'
import type { TypedValue } from '@millrace/engine'
import type { FieldContext } from './form-fields.ts'

/**
 * Returns an error message for the first constraint of a field that a submitted value breaks; null when it breaks no
 * constraint.
 */
export function checkConstraints(
  field: FormField,
  typed: TypedValue | undefined,
  context: FieldContext,
): string | null {
  const value = typed?.value ?? null
  const isEmpty = value === null || value === ''
  if (isMissing(field, value, context))
    return isRequiredByConstraint(field) ? invalid(field, 'required') : `form property '${field.id}' is required`
  if (isEmpty) return null
  for (const { name, config } of field.constraints) {
    const limit = Number(config)
    if (config === null || Number.isNaN(limit)) continue
    if (breaks(name, value, limit)) return invalid(field, `${name}(${config})`)
  }
  return null
}

/**
 * Returns whether a required field has no value. A constraint of `formData` (Camunda's `RequiredValidator`) looks at
 * what was submitted, and at the variable only where that is nothing: a default does not count. A required
 * `formProperty` is content with a default.
 */
function isMissing(field: FormField, value: TypedValue['value'], { variables }: FieldContext): boolean {
  if (!field.isRequired) return false
  const hasVariable = (variables.get(field.id)?.value ?? null) !== null
  if (isRequiredByConstraint(field)) return value === '' || (value === null && !hasVariable)
  return (value === null || value === '') && field.defaultValue === null && !variables.has(field.id)
}

function isRequiredByConstraint({ constraints }: FormField): boolean {
  return constraints.some(({ name }) => name === 'required')
}

function invalid({ id }: FormField, constraint: string): string {
  return `Invalid value submitted for form field '${id}': validation of ${constraint} failed.`
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
