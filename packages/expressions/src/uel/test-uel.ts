import { ExpressionError, type ExpressionProblem, type Scope } from '../expression.ts'
import { OutOfAllowance } from '../meter.ts'
import { compileUel } from './compile-uel.ts'
import { createTestScope } from './test-scope.ts'

/** Compiles and evaluates a text, over variables or a whole Scope. */
export function evaluateUel(source: string, over: Record<string, unknown> | Scope = {}): unknown {
  const compiled = compileUel(source)
  if (!compiled.ok) throw new Error(compiled.problems.map(({ message }) => message).join(' '))
  return compiled.expression.evaluate(isScope(over) ? over : createTestScope(over))
}

/** Returns the error with which a text ends. */
export function failUel(source: string, over: Record<string, unknown> | Scope = {}): ExpressionError {
  try {
    evaluateUel(source, over)
  } catch (error) {
    if (error instanceof ExpressionError) return error
    throw error
  }
  throw new Error(`Expected ${source} to fail, but it did not.`)
}

/** Returns the budget that evaluating a text exceeds. */
export function exhaustUel(source: string, over: Record<string, unknown> | Scope = {}): OutOfAllowance {
  try {
    evaluateUel(source, over)
  } catch (error) {
    if (error instanceof OutOfAllowance) return error
    throw error
  }
  throw new Error(`Expected ${source} to use up a budget, but it did not.`)
}

/** Returns the first problem of a refused text. */
export function refuseUel(source: string): ExpressionProblem {
  const compiled = compileUel(source)
  if (compiled.ok) throw new Error(`Expected ${source} to be refused, but it was compiled.`)
  return compiled.problems[0]!
}

function isScope(over: Record<string, unknown> | Scope): over is Scope {
  return typeof over.get === 'function'
}
