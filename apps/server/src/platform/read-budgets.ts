import { type BudgetName, type BudgetValues, budgets } from '@millrace/contract'
import { highestOf } from '@millrace/contract/settings'
import { StartFailure } from './start-failure.ts'

/**
 * Parses budgets such as `callTime=5000,steps=20000`, and returns those that are named.
 *
 * @throws StartFailure naming the first invalid part.
 */
export function readBudgets(text: string | null): Partial<BudgetValues> {
  const values: Partial<Record<BudgetName, number>> = {}
  for (const part of (text ?? '').split(',').map((one) => one.trim())) {
    if (part === '') continue
    const [, name = '', digits] = /^(\w+)\s*=\s*(\d{1,15})$/.exec(part) ?? []
    if (digits === undefined)
      throw new StartFailure(`Expected each part of MILLRACE_BUDGETS to be like callTime=5000, but one is “${part}”.`)
    if (!isBudget(name))
      throw new StartFailure(
        `Expected MILLRACE_BUDGETS to name budgets, but “${name}” is none of ${Object.keys(budgets).join(', ')}.`,
      )
    const { min } = budgets[name]
    const max = highestOf(budgets[name])
    if (Number(digits) < min || Number(digits) > max)
      throw new StartFailure(
        `Expected ${name} in MILLRACE_BUDGETS to be ${Number(digits) < min ? `at least ${min}` : `at most ${max}`}, but it is ${digits}.`,
      )
    values[name] = Number(digits)
  }
  return values
}

function isBudget(name: string): name is BudgetName {
  return Object.hasOwn(budgets, name)
}
