import { RaisedError, StepFailure } from '../../outcome.ts'

/**
 * Returns what an expression gives, and null when it fails or throws a BPMN error. For expressions that only accompany
 * an operation which has to be recorded in any case: the title of an instance, the retry cycle of a job that has failed.
 */
export function orNull<T>(run: () => T): T | null {
  try {
    return run()
  } catch (error) {
    if (error instanceof StepFailure || error instanceof RaisedError) return null
    throw error
  }
}
