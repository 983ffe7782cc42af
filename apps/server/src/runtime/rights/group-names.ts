import type { Tx } from '../../platform/db/database.ts'

/** Reads the names of groups by key; unknown keys are left out. */
export async function readGroupNames(
  tx: Tx,
  workplaceId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (keys.length === 0) return new Map()
  const [rows] = await tx.batch([
    {
      name: 'group_names_by_key',
      text: 'select key, name from user_group where workplace_id = $1 and key = any($2::text[])',
      values: [workplaceId, [...new Set(keys)]],
    },
  ])
  return new Map((rows ?? []).map(([key, name]) => [key ?? '', name ?? '']))
}
