import type { Scope } from '@millrace/expressions'
// Not the whole package: browsers load this, and it has scripts with an engine of their own.
import { compileFeel, parseDate } from '@millrace/expressions/feel'
import type { CompileExpression } from './expressions/form-expressions.ts'

/** Compiles the expressions of forms as FEEL. Fields that hold a day are dates in it, so `needed > today()` works. */
export const compileFormFeel: CompileExpression = (source, { fields, days }) => {
  const compiled = compileFeel(source, { names: fields })
  if (!compiled.ok || !compiled.expression.variables.some((name) => days.includes(name))) return compiled
  const { expression } = compiled
  return { ok: true, expression: { ...expression, evaluate: (scope) => expression.evaluate(withDays(scope, days)) } }
}

function withDays(scope: Scope, days: readonly string[]): Scope {
  return {
    ...scope,
    get(name) {
      const value = scope.get(name)
      return typeof value === 'string' && days.includes(name) ? parseDate(value) : value
    },
  }
}
