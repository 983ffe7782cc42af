import { type ExpressionBudgets, expressionBudgets } from '@millrace/expressions'

/** The limits of a run and of a root, by budget. Plain data, passed to the run. */
export interface Budgets extends ExpressionBudgets {
  /** Units of work of a run that others wait for. */
  readonly inline: number
  /** Units of work of a run. */
  readonly work: number
  /** Elements that one run enters. */
  readonly steps: number
  /** Elements of a root that are open at once. */
  readonly openElements: number
  /** Variables of a root. */
  readonly variables: number
  /** Characters and bytes of all variables of a root, and of all values that one run may write into them. */
  readonly variableSize: number
  /** Calls within calls. */
  readonly callDepth: number
  /** Runs of one multi-instance activity. */
  readonly loopRuns: number
  /** Runs of a multi-instance activity that one step creates; jobs create the others. */
  readonly loopPortion: number
}

export const defaultBudgets: Budgets = {
  ...expressionBudgets,
  inline: 20_000,
  work: 10_000_000,
  steps: 100_000,
  openElements: 100_000,
  variables: 100_000,
  variableSize: 100_000_000,
  callDepth: 100,
  loopRuns: 100_000,
  loopPortion: 500,
}
