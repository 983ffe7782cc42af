import type { CompiledDecision } from '../compile/decision.ts'
import { checkRow } from '../evaluate/check-row.ts'

const orders = new WeakMap<CompiledDecision, readonly CompiledDecision[]>()

/** Lists a decision with all required ones, each after its own requirements. Fails for circular requirements. */
export function listInOrder(decision: CompiledDecision): readonly CompiledDecision[] {
  const known = orders.get(decision)
  if (known) return known
  const order = new Set<CompiledDecision>()
  visit(decision, { order, active: new Set() })
  const list = [...order]
  orders.set(decision, list)
  return list
}

function visit(
  decision: CompiledDecision,
  { order, active }: { order: Set<CompiledDecision>; active: Set<CompiledDecision> },
): void {
  if (order.has(decision)) return
  checkRow(decision, active)
  active.add(decision)
  for (const required of decision.listRequired()) visit(required, { order, active })
  active.delete(decision)
  order.add(decision)
}
