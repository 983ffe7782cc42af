import type { Tx } from '../../platform/db/database.ts'

/** Reads the patterns of restricted variables of a workplace: those of its setting and of all models. */
export async function readRestrictedNames(tx: Tx, workplaceId: string): Promise<readonly string[]> {
  const [rows] = await tx.batch([
    { name: 'restricted_names', text: 'select millrace_restricted_names($1)', values: [workplaceId] },
  ])
  return JSON.parse(rows?.[0]?.[0] ?? '[]') as readonly string[]
}
