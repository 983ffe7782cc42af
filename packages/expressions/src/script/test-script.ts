import { ExpressionError, type ExpressionProblem, type Scope } from '../expression.ts'
import { type ExpressionBudgets, expressionBudgets, OutOfAllowance } from '../meter.ts'
import { createTestScope } from '../uel/test-scope.ts'
import { compileJavaScript } from './compile-javascript.ts'
import type { ScriptRun } from './run-script.ts'

/** Compiles and runs a script over variables or a whole Scope. The engine must be loaded. */
export function runTestScript(
  source: string,
  over: Record<string, unknown> | Scope = {},
  budgets: Partial<ExpressionBudgets> = {},
): ScriptRun {
  const compiled = compileJavaScript(source)
  if (!compiled.ok) throw new Error(compiled.problems.map(({ message }) => message).join(' '))
  const scope = isScope(over) ? over : createTestScope(over)
  const allowance = { ...scope.allowance, budgets: { ...expressionBudgets, ...budgets } }
  return compiled.expression.run({ ...scope, allowance })
}

export function evaluateScript(source: string, over: Record<string, unknown> | Scope = {}): unknown {
  return runTestScript(source, over).value
}

/** Returns the error or exceeded budget with which a script ends. */
export function failScript(
  source: string,
  over: Record<string, unknown> | Scope = {},
  budgets: Partial<ExpressionBudgets> = {},
): ExpressionError | OutOfAllowance {
  try {
    runTestScript(source, over, budgets)
  } catch (error) {
    if (error instanceof ExpressionError || error instanceof OutOfAllowance) return error
    throw error
  }
  throw new Error(`Expected ${source} to fail, but it did not.`)
}

/** Returns the first problem of a refused script. */
export function refuseScript(source: string): ExpressionProblem {
  const compiled = compileJavaScript(source)
  if (compiled.ok) throw new Error(`Expected ${source} to be refused, but it was compiled.`)
  return compiled.problems[0]!
}

function isScope(over: Record<string, unknown> | Scope): over is Scope {
  return typeof over.get === 'function'
}
