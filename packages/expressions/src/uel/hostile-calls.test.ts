import { describe, expect, it } from 'vitest'
import { ExpressionError } from '../expression.ts'
import { createMeter, expressionBudgets, OutOfAllowance } from '../meter.ts'
import { type HostileExpression, listHostileExpressions } from './hostile-calls.ts'
import { createTestScope } from './test-scope.ts'
import { evaluateUel } from './test-uel.ts'

const budgets = Object.keys(expressionBudgets)

/** What an expression ends with on the loop: a value, a failure, or what it used up. */
function endOf({ source, variables }: HostileExpression): string {
  const meter = createMeter(20_000, 'inline')
  const allowance = { meter, isOnLoop: true, budgets: expressionBudgets }
  try {
    evaluateUel(source, { ...createTestScope({ ...variables }), allowance })
    return 'value'
  } catch (error) {
    if (error instanceof OutOfAllowance) return error.limit
    if (error instanceof ExpressionError) return 'failure'
    throw error
  }
}

// What is not charged for what it does takes so long that its test does.
describe('an expression over huge values ends on the loop', () => {
  // All take minutes, by `npm run soak`; of so many, each method still meets every kind of value.
  const step = process.env.MILLRACE_SOAK === '1' ? 1 : 11
  const some = [...listHostileExpressions()].filter((_, index) => index % step === 0)
  const expressions = Map.groupBy(some, ({ source }) => source)

  it.each([...expressions.keys()])('%s', (source) => {
    for (const expression of expressions.get(source) ?? []) {
      expect(['value', 'failure', 'inline', ...budgets], expression.says).toContain(endOf(expression))
    }
  })
})
