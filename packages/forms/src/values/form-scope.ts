import type { Scope } from '@millrace/expressions'
import type { RuntimeDocument } from '../compile/runtime-document.ts'
import type { FieldValue } from '../fields/field-value.ts'
import { getFieldDefinition } from '../fields/registry.ts'
import type { FormContext } from './form-context.ts'

/** What expressions of a form see: its fields, then process variables. They change nothing. */
export function createFormScope(
  form: RuntimeDocument,
  readField: (key: string) => FieldValue,
  context: FormContext,
): Scope {
  const fields = new Map(form.fields.map((field) => [field.key, field]))
  const { variables, now, userId } = context
  return {
    get(name) {
      const field = fields.get(name)
      if (field === undefined) return Object.hasOwn(variables, name) ? variables[name] : undefined
      const value = readField(name)
      return value === null ? null : getFieldDefinition(field.type).toPlain(value, context)
    },
    set: refuse,
    setLocal: refuse,
    remove: refuse,
    names: () => new Set([...fields.keys(), ...Object.keys(variables)]),
    objects: {},
    now,
    userId,
  }
}

/**
 * The answer of an expression, null when it fails: a form stays usable whatever is typed into it.
 *
 * @throws Error when the expression was not prepared.
 */
export function evaluateIn(scope: Scope, source: string, { expressions }: FormContext): unknown {
  const expression = expressions.get(source)
  if (expression === undefined)
    throw new Error(`Expected ${source} among the prepared expressions of the form, but it is not there.`)
  try {
    return expression.evaluate(scope)
  } catch (error) {
    // By its name: to import the class would load the languages into forms that have no expression.
    if (error instanceof Error && error.name === 'ExpressionError') return null
    throw error
  }
}

function refuse(): never {
  throw new Error('Expected an expression that only reads, but it writes a variable.')
}
