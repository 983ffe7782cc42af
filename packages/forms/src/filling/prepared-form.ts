import { type FormPlan, type PlannedNode, planForm } from '../compile/plan-form.ts'
import type { RuntimeDocument } from '../compile/runtime-document.ts'
import { createRanks, type Ranks } from './ranks.ts'

/** A form that is compiled and ready to be opened. */
export interface PreparedForm {
  readonly plan: FormPlan
  readonly ranks: Ranks
  /** The nodes that are in a row of a list, by its id; of the root for null. */
  readonly templates: ReadonlyMap<string | null, readonly PlannedNode[]>
}

const known = new WeakMap<RuntimeDocument, PreparedForm>()

/** Returns the prepared form, created once for each form. */
export function getPreparedForm(form: RuntimeDocument): PreparedForm {
  const before = known.get(form)
  if (before !== undefined) return before
  const plan = planForm(form)
  const templates = new Map<string | null, PlannedNode[]>()
  for (const node of plan.nodes) {
    const template = templates.get(node.list?.id ?? null) ?? []
    template.push(node)
    templates.set(node.list?.id ?? null, template)
  }
  const prepared = { plan, ranks: createRanks(form, plan), templates }
  known.set(form, prepared)
  return prepared
}
