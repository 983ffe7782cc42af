import type { BudgetName } from '@millrace/contract'
import type { Runtime } from '../runtime.ts'

/** The time that is left to one call, job or deployment in threads, over all that it does there. */
export interface TimeBudget {
  readonly name: BudgetName
  readonly most: number
  /** Milliseconds. */
  left: number
}

/** Returns the time budget of a call or a job, depending on the runtime. */
export function runTime({ budgets, isForJobs }: Pick<Runtime, 'budgets' | 'isForJobs'>): TimeBudget {
  return timeBudget(budgets, isForJobs ? 'jobTime' : 'callTime')
}

export function readTime({ budgets }: Pick<Runtime, 'budgets'>): TimeBudget {
  return timeBudget(budgets, 'readTime')
}

function timeBudget(budgets: Runtime['budgets'], name: 'jobTime' | 'callTime' | 'readTime'): TimeBudget {
  return { name, most: budgets[name], left: budgets[name] }
}
