import type { ExpressionText } from '@millrace/bpmn'
import { type Allowance, ExpressionError } from '@millrace/expressions'
import type { PlainVariable } from './outcome.ts'
import { toPlain } from './state/value.ts'
import { compileText } from './steps/expressions/compile.ts'

/** What is known before an instance exists: the variables that would start it, the time and the caller. */
export interface BeforeStart {
  readonly variables?: readonly PlainVariable[]
  readonly now: Date
  readonly userId?: string | null
  readonly allowance: Allowance
}

export type AtStart = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string }

/** Evaluates an expression of a start event, such as its timer or its condition, before there is an instance. */
export function evaluateAtStart(
  text: ExpressionText,
  { variables = [], now, userId = null, allowance }: BeforeStart,
): AtStart {
  if (text.language === 'literal') return { ok: true, value: text.text }
  const compiled = compileText(text, allowance)
  if (compiled === null)
    return {
      ok: false,
      message: `Expected UEL, FEEL or JavaScript, but “${text.text}” is written in ${text.language}.`,
    }
  if (!compiled.ok) return { ok: false, message: compiled.problems[0]?.message ?? 'The expression cannot be read.' }
  const values = new Map(variables.map(({ name, value }) => [name, value]))
  const read = (name: string) => {
    const value = values.get(name)
    return value === undefined ? undefined : toPlain(value)
  }
  const scope = {
    get: read,
    set: () => {},
    setLocal: () => {},
    remove: () => {},
    names: () => values.keys(),
    objects: {},
    now,
    userId,
    allowance,
  }
  try {
    return { ok: true, value: compiled.expression.evaluate(scope) }
  } catch (error) {
    if (error instanceof ExpressionError) return { ok: false, message: error.message }
    throw error
  }
}
