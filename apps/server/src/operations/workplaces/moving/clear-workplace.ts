import type { Database } from '../../../platform/db/database.ts'
import { listWorkplaceTables } from '../workplace-tables.ts'
import { beginRows, clearTable } from './moved-rows.ts'

/**
 * Removes all rows of a workplace from a database in which it does not live, a table at a time. Objects outside of the
 * database stay. Can be repeated.
 *
 * @param keepsEntry whether the row of the workplace stays: in the first database it is the entry of the directory.
 */
export async function clearWorkplace(
  db: Database,
  workplaceId: string,
  { keepsEntry }: { readonly keepsEntry: boolean },
): Promise<void> {
  const client = await db.pool.connect()
  try {
    for (const { name } of (await listWorkplaceTables(client)).toReversed()) {
      if (name === 'workplace' && keepsEntry) continue
      await beginRows(client, workplaceId, 'moves')
      await clearTable(client, name, workplaceId)
      await client.query('commit')
    }
  } finally {
    // A transaction that is still open goes with its connection.
    client.release(true)
  }
}
