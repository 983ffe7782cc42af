import { flowableModels } from './flowable.ts'
import type { Seen } from './play.ts'
import type { Product } from './products.ts'

/** The activities that are seen of an instance of Flowable: it nests bodies and waiting events in ways of its own. */
const activities: ReadonlySet<string> = new Set(
  Object.values(flowableModels).flatMap((xml) =>
    [...xml.matchAll(/<(?:userTask|serviceTask|subProcess|callActivity) id="([^"]+)"/g)].map(([, id]) => id ?? ''),
  ),
)

/**
 * Returns the part of an observed state that also exists in the recordings of a product. For Flowable, it leaves out
 * activities that Flowable nests differently, counters, and variables of types that only Flowable has.
 */
export function comparable(product: Product, seen: Seen): Seen {
  if (product !== 'flowable-7.2') return seen
  return {
    ...seen,
    active: seen.active.filter((id) => activities.has(id)),
    // Counters are calculated there, and values of own types have a test of their own.
    variables: seen.variables.filter((variable) => !/^(?:nrOf|typed )/.test(variable)),
  }
}
