import { callsBudgets } from './budgets/calls.ts'
import { databaseBudgets } from './budgets/database.ts'
import { expressionsBudgets } from './budgets/expressions.ts'
import { instancesBudgets } from './budgets/instances.ts'
import { modelsBudgets } from './budgets/models.ts'
import { outsideBudgets } from './budgets/outside.ts'
import { runBudgets } from './budgets/run.ts'

export type { Budget, BudgetUnit } from './budgets/budget.ts'

/** All budgets, by area. The guide has them in this order. */
export const budgets = {
  ...runBudgets,
  ...expressionsBudgets,
  ...instancesBudgets,
  ...modelsBudgets,
  ...callsBudgets,
  ...databaseBudgets,
  ...outsideBudgets,
} as const

export type BudgetName = keyof typeof budgets

/** The budgets of a server, as plain data for the engine and worker threads. */
export type BudgetValues = Readonly<Record<BudgetName, number>>

export const defaultBudgets = Object.fromEntries(
  Object.entries(budgets).map(([name, budget]) => [name, budget.default]),
) as BudgetValues
