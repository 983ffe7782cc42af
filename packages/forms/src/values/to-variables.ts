import type { RuntimeDocument } from '../compile/runtime-document.ts'
import type { EntryContext } from '../fields/field-definition.ts'
import type { FileValue, FormValues, NamedVariable } from '../fields/field-value.ts'
import { getFieldDefinition } from '../fields/registry.ts'

export interface FormVariables {
  readonly variables: readonly NamedVariable[]
  /** Uploads whose content belongs into the variable of this name, as `File`. */
  readonly files: readonly { readonly name: string; readonly files: readonly FileValue[] }[]
}

/** The process variables that submitted values become: one for each field, more where its type says so. */
export function toVariables(form: RuntimeDocument, values: FormValues, context: EntryContext): FormVariables {
  const variables: NamedVariable[] = []
  const files: FormVariables['files'][number][] = []
  for (const { key, type, props } of form.fields) {
    const value = values[key]
    if (value === undefined) continue
    const name = typeof props.variable === 'string' ? props.variable : key
    variables.push(...getFieldDefinition(type).toVariables(name, value, props, context))
    if (type === 'file') files.push({ name, files: (value ?? []) as readonly FileValue[] })
  }
  return { variables, files }
}
