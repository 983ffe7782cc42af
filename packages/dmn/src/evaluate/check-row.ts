import type { CompiledDecision } from '../compile/decision.ts'
import { DecisionFailure, problemAt } from '../failure.ts'

/** More would use up the stack. */
const MAX_ROW = 500

/**
 * Checks that a decision neither requires itself through others, nor requires a longer chain of decisions than
 * permitted.
 *
 * @throws DecisionFailure otherwise.
 */
export function checkRow(node: CompiledDecision, waiting: ReadonlySet<CompiledDecision>): void {
  const { id, name } = node.decision
  if (waiting.has(node)) {
    const message = `Expected decisions not to require each other in a circle, but “${name}” requires itself.`
    throw new DecisionFailure(problemAt(id, message))
  }
  if (waiting.size >= MAX_ROW) {
    const message = `Expected at most ${MAX_ROW} decisions that require each other in a row, but “${name}” is one more.`
    throw new DecisionFailure(problemAt(id, message))
  }
}
