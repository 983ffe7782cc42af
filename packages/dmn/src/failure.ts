import type { DmnProblem } from './problems.ts'

/** The error that ends an evaluation without a result. It is caught where the evaluation began. */
export class DecisionFailure extends Error {
  readonly problem: DmnProblem

  constructor(problem: DmnProblem) {
    super(problem.message)
    this.name = 'DecisionFailure'
    this.problem = problem
  }
}

/** Creates a problem that only an evaluation detects. */
export function problemAt(elementId: string | null, message: string): DmnProblem {
  return { message, elementId, line: null, column: null }
}
