import type { RuntimeDocument, RuntimeField } from '../compile/runtime-document.ts'
import type { FieldValue, FormValues } from '../fields/field-value.ts'
import { getFieldDefinition } from '../fields/registry.ts'

/** True when both are the same value of the field, whatever they are made of. */
export function isSameValue({ type }: RuntimeField, a: FieldValue, b: FieldValue): boolean {
  if (a === null || b === null) return a === b
  const { toJson } = getFieldDefinition(type)
  return JSON.stringify(toJson(a)) === JSON.stringify(toJson(b))
}

/** The values that differ from those before. For forms that must leave alone what the user left alone. */
export function listChangedValues(form: RuntimeDocument, before: FormValues, after: FormValues): FormValues {
  const changed = form.fields.filter((field) => {
    const value = after[field.key]
    return value !== undefined && !isSameValue(field, value, before[field.key] ?? null)
  })
  return Object.fromEntries(changed.map(({ key }) => [key, after[key] ?? null]))
}
