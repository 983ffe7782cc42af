import type { Budget } from './budget.ts'

/** Budgets of expressions. */
export const expressionsBudgets = {
  textLength: {
    default: 10_000_000,
    unit: 'characters',
    min: 1000,
    means: 'Length of a text that an expression creates.',
    code: 'budget.exceeded',
  },
  listLength: {
    default: 1_000_000,
    unit: 'count',
    min: 1000,
    means: 'Items of a list that an expression creates.',
    code: 'budget.exceeded',
  },
  valueDepth: {
    default: 200,
    unit: 'count',
    min: 20,
    means: 'Levels of lists and contexts inside each other.',
    code: 'budget.exceeded',
  },
} as const satisfies Record<string, Budget>
