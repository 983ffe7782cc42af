import type { Database } from '../../../platform/db/database.ts'
import { listWorkplaceTables } from '../workplace-tables.ts'
import type { HeldWorkplace } from './hold-workplace.ts'
import { beginRows, clearTable, findFilled, findStanding } from './moved-rows.ts'

/**
 * Removes all rows of a workplace from a database in which it is closed or does not live, a table at a time. Objects
 * outside of the database stay. Can be repeated.
 *
 * @param keepsEntry whether the row of the workplace stays: in the first database it is the entry of the directory.
 * @throws when the workplace is open there, or another command holds it or has changed it there.
 */
export async function clearWorkplace(
  db: Database,
  { workplaceId, check }: Pick<HeldWorkplace, 'workplaceId' | 'check'>,
  { keepsEntry }: { readonly keepsEntry: boolean },
): Promise<void> {
  const client = await db.pool.connect()
  try {
    const tables = await listWorkplaceTables(client)
    const moves = await findStanding(client, workplaceId)
    await check()
    await beginRows(client, workplaceId, { moves })
    const filled = await findFilled(client, tables, workplaceId)
    await client.query('commit')
    for (const { name } of tables.toReversed()) {
      if (!filled.has(name) || (name === 'workplace' && keepsEntry)) continue
      await check()
      await beginRows(client, workplaceId, { moves })
      await clearTable(client, name, workplaceId)
      await client.query('commit')
    }
  } finally {
    // A transaction that is still open goes with its connection.
    client.release(true)
  }
}
