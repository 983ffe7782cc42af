import type { Tx } from '../../platform/db/database.ts'
import { findFreeKeys } from '../designs/free-names.ts'
import type { AppDecisionRow } from './app-decision.ts'
import { decisionDesigns } from './decision-designs.ts'

/** Finds free keys for the other decisions in each file, in the order of the files. */
export async function findFreeKeysInside(
  tx: Tx,
  workplaceId: string,
  files: readonly Pick<AppDecisionRow, 'decision_key' | 'decision_keys'>[],
): Promise<(readonly (readonly [string, string])[])[]> {
  const inside = files.map(({ decision_key, decision_keys }) => decision_keys.filter((key) => key !== decision_key))
  const free = await findFreeKeys(tx, workplaceId, decisionDesigns, inside.flat())
  return inside.map((keys) => keys.map((key) => [key, free.shift() ?? key] as const))
}
