import { describe, expect, it } from 'vitest'
import { createMeter, expressionBudgets, OutOfAllowance } from '../../meter.ts'
import { Evaluation, LimitExceeded } from '../compile/evaluation.ts'
import { type HostileCall, listHostileCalls } from './hostile-calls.ts'
import { BUILTINS } from './index.ts'

const budgets = Object.keys(expressionBudgets)

/** What a call ends with on the loop: a value, or what it used up. */
function endOf({ signature, args }: HostileCall): string {
  const meter = createMeter(20_000, 'inline')
  try {
    signature.apply(args, new Evaluation(new Date(0), { meter, isOnLoop: true, budgets: expressionBudgets }))
    return 'value'
  } catch (error) {
    if (error instanceof OutOfAllowance) return error.limit
    if (error instanceof LimitExceeded) return 'limit'
    throw error
  }
}

// What is not charged for what it does takes so long that its test does.
describe('a builtin that is called with huge arguments ends on the loop', () => {
  // All take half a minute; of so many, each builtin still meets every kind of value.
  const some = [...listHostileCalls()].filter((_, index) => index % 5 === 0)
  const calls = Map.groupBy(some, ({ name }) => name)
  const ends: string[] = []

  it.each([...BUILTINS.keys()])('%s', (name) => {
    for (const call of calls.get(name) ?? []) {
      const end = endOf(call)
      expect(['value', 'limit', 'inline', ...budgets], call.says).toContain(end)
      ends.push(end)
    }
  })

  it('of which many use up what they are allowed', () => {
    expect(ends.filter((end) => end === 'inline').length).toBeGreaterThan(100)
  })
})
