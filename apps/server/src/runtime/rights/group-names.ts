import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'

/** Names of groups by their keys. One that is not there (any more) is missing. */
export async function readGroupNames(
  tx: Tx,
  workplaceId: string,
  keys: readonly string[],
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map()
  const rows = await tx.query(
    kysely
      .selectFrom('user_group')
      .where('workplace_id', '=', workplaceId)
      .where('key', 'in', keys)
      .select(['key', 'name']),
  )
  return new Map(rows.map(({ key, name }) => [key, name]))
}
