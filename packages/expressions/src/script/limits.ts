import type { ExpressionBudgets } from '../meter.ts'

/** The limits of a script run. */
export interface ScriptLimits {
  /** Milliseconds by the clock that the engine was loaded with. */
  timeMs: number
  /** Bytes of memory inside the sandbox. */
  memoryBytes: number
  /**
   * Bytes of the sandbox's stack: 96 KB hold some 500 nested calls. More than 128 KB is more than the host's own stack
   * bears.
   */
  stackBytes: number
}

export const defaultStackBytes = 96 * 1024

/** Returns the limits of a script run within the budgets of its evaluation. */
export function limitsWithin(
  { scriptTime, scriptMemory }: ExpressionBudgets,
  stackBytes = defaultStackBytes,
): ScriptLimits {
  return { timeMs: scriptTime, memoryBytes: scriptMemory, stackBytes }
}
