import { RaisedError, StepFailure } from '../../outcome.ts'

/**
 * Runs an expression, and returns null when it fails or throws a BPMN error. For expressions beside an operation that
 * has to be recorded in any case: the title of an instance, the retry cycle of a failed job.
 */
export function orNull<T>(run: () => T): T | null {
  try {
    return run()
  } catch (error) {
    if (error instanceof StepFailure || error instanceof RaisedError) return null
    throw error
  }
}
