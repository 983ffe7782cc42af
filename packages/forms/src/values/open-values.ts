import type { RuntimeDocument } from '../compile/runtime-document.ts'
import { createRecord } from '../document/plain-object.ts'
import { isExpressionText } from '../document/properties.ts'
import type { FieldValue, FormValues, TypedVariable } from '../fields/field-value.ts'
import { type AnyField, getFieldDefinition } from '../fields/registry.ts'
import type { FormContext } from './form-context.ts'
import { createFormScope, evaluateIn } from './form-scope.ts'

/** Values as JSON carries them, ready for `readValues`. Made without a prototype. */
export type JsonValues = Readonly<Record<string, unknown>>

/**
 * The values with which a form opens: those of the process variables, else the defaults. A variable that its field
 * cannot read is given as it is, so that the user sees it and the form does not overwrite it unnoticed.
 */
export function openValues(
  form: RuntimeDocument,
  variables: Readonly<Record<string, TypedVariable>>,
  context: FormContext,
): JsonValues {
  const opened = createRecord<unknown>()
  const known = createRecord<FieldValue>()
  for (const { key, type, props } of form.fields) {
    const definition = getFieldDefinition(type)
    const name = typeof props.variable === 'string' ? props.variable : key
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined
    if (variable !== undefined) open(key, definition, definition.fromVariable(variable, context), props)
    else if (props.defaultValue !== undefined && !isExpressionText(props.defaultValue))
      open(key, definition, props.defaultValue, props)
  }
  const types = new Map(form.fields.map((field) => [field.key, field]))
  const scope = createFormScope(form, (key) => known[key] ?? null, context)
  for (const { key, expression } of form.defaults) {
    const field = types.get(key)
    if (field === undefined || Object.hasOwn(opened, key)) continue
    open(key, getFieldDefinition(field.type), plainToEntry(evaluateIn(scope, expression, context)), field.props)
  }
  return opened

  function open(
    key: string,
    definition: AnyField,
    entry: unknown,
    props: RuntimeDocument['fields'][number]['props'],
  ): void {
    const read = definition.read(entry, props, context)
    if (read.ok) known[key] = read.value
    opened[key] = read.ok ? valueToJson(definition, read.value) : entry
  }
}

/** Values as JSON can carry them; `readValues` reads them again. */
export function valuesToJson(form: RuntimeDocument, values: FormValues): JsonValues {
  const json = createRecord<unknown>()
  for (const { key, type } of form.fields) {
    const value = values[key]
    if (value !== undefined) json[key] = valueToJson(getFieldDefinition(type), value)
  }
  return json
}

function valueToJson({ toJson }: AnyField, value: FieldValue): unknown {
  return value === null ? null : toJson(value)
}

/** What an expression answers, as a field reads it. */
function plainToEntry(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : value
}
