import type { Runtime } from '../runtime.ts'
import { inThread } from '../threads/in-thread.ts'
import { readTime } from '../threads/time-budget.ts'
import type { DesignText, DesignUses } from './list-design-uses.ts'

/**
 * Returns the designs that use an object, after reading all of them in a worker thread. If that takes too long, it returns
 * all of them: they were found by the name of the object in their text. Call it outside of any transaction.
 *
 * @param isUsed whether references of a design contain the object; called with null for a design that cannot be read.
 */
export async function keepUsers<Found extends { readonly text: string; readonly processKey?: string }>(
  runtime: Runtime,
  workplaceId: string,
  { found, kind }: { readonly found: readonly Found[]; readonly kind: DesignText['kind'] },
  isUsed: (uses: DesignUses | null) => boolean,
): Promise<readonly Found[]> {
  if (found.length === 0) return []
  const designs = found.map(({ text, processKey }) => ({ kind, text, ...(processKey !== undefined && { processKey }) }))
  const input = { designs, budgets: runtime.budgets }
  const order = { kind: 'listDesignUses', input, owner: workplaceId, time: readTime(runtime) } as const
  const read = await inThread(runtime, order)
  return read.ok ? found.filter((_, at) => isUsed(read.output[at] ?? null)) : found
}

/** Returns the check whether a step of a process calls an adapter. A process that cannot be read may call it. */
export function callsAdapter(key: string): (uses: DesignUses | null) => boolean {
  const wanted = key.toLowerCase()
  return (uses) => uses === null || uses.adapters.some((one) => one.toLowerCase() === wanted)
}
