import type { DmnProblem } from './problems.ts'

/** Thrown inside an evaluation that has no result, and caught where it began. */
export class DecisionFailure extends Error {
  readonly problem: DmnProblem

  constructor(problem: DmnProblem) {
    super(problem.message)
    this.name = 'DecisionFailure'
    this.problem = problem
  }
}

/** A problem that only evaluation shows. */
export function problemAt(elementId: string | null, message: string): DmnProblem {
  return { message, elementId, line: null, column: null }
}
