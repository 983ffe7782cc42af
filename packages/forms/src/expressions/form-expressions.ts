import type { Compiled, Expression } from '@millrace/expressions'
import type { RuntimeDocument, RuntimeField } from '../compile/runtime-document.ts'

/** What an expression can read of its form. */
export interface FormNames {
  /** Keys of all fields. FEEL must know names with hyphens to tell them from arithmetic. */
  readonly fields: readonly string[]
  /** Keys of the fields that hold a day, for languages that have days. In the scope they are `YYYY-MM-DD`. */
  readonly days: readonly string[]
}

/**
 * Compiles one expression, without its leading `=`. `@millrace/forms/feel` has the one that the product uses; it is
 * apart so that the browser loads FEEL only for forms with expressions.
 */
export type CompileExpression = (source: string, names: FormNames) => Compiled

/** The compiled expressions of one form, by their text with the leading `=`. */
export type FormExpressions = ReadonlyMap<string, Expression>

/** For forms without expressions. */
export const noExpressions: FormExpressions = new Map()

/** True when the form needs `prepareExpressions`. */
export function hasExpressions(form: RuntimeDocument): boolean {
  return form.defaults.length > 0 || form.rules.some((rule) => listSources(rule).length > 0)
}

/**
 * Compiles every expression of a form, once before its first use.
 *
 * @throws Error when one does not compile: `compile` would have refused it.
 */
export function prepareExpressions(form: RuntimeDocument, compile: CompileExpression): FormExpressions {
  const names = listNames(form.fields)
  const expressions = new Map<string, Expression>()
  for (const source of [...form.rules.flatMap(listSources), ...form.defaults.map(({ expression }) => expression)]) {
    if (expressions.has(source)) continue
    const compiled = compile(source.slice(1), names)
    if (!compiled.ok) throw new Error(`Expected the expressions of form ${form.id} to compile, but ${source} did not.`)
    expressions.set(source, compiled.expression)
  }
  return expressions
}

/** The names that the expressions of a form with these fields can read. */
export function listNames(fields: readonly Pick<RuntimeField, 'key' | 'type'>[]): FormNames {
  return {
    fields: fields.map(({ key }) => key),
    days: fields.filter(({ type }) => type === 'date').map(({ key }) => key),
  }
}

function listSources(rule: object): string[] {
  return Object.values(rule).filter((value): value is string => typeof value === 'string' && value.startsWith('='))
}
