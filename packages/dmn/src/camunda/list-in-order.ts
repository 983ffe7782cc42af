import type { CompiledDecision } from '../compile/decision.ts'
import { DecisionFailure, problemAt } from '../failure.ts'

const orders = new WeakMap<CompiledDecision, readonly CompiledDecision[]>()

/** A decision and all it requires, each after those that it requires itself. Fails when they go round in a circle. */
export function listInOrder(decision: CompiledDecision): readonly CompiledDecision[] {
  const known = orders.get(decision)
  if (known) return known
  const order: CompiledDecision[] = []
  visit(decision, { order, active: new Set() })
  orders.set(decision, order)
  return order
}

function visit(
  decision: CompiledDecision,
  { order, active }: { order: CompiledDecision[]; active: Set<CompiledDecision> },
): void {
  if (order.includes(decision)) return
  if (active.has(decision)) {
    const { id, name } = decision.decision
    const message = `Expected decisions not to require each other in a circle, but “${name}” requires itself.`
    throw new DecisionFailure(problemAt(id, message))
  }
  active.add(decision)
  for (const required of decision.listRequired()) visit(required, { order, active })
  active.delete(decision)
  order.push(decision)
}
