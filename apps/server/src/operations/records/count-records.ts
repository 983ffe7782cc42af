import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { runSql } from '../../platform/list/sql.ts'
import type { RecordTable } from './record-kind.ts'

/** Counts the records of a workplace, including disabled ones. Only for kinds with a few hundred records at most. */
export async function countRecords(tx: Tx, workplaceId: string, table: RecordTable): Promise<number> {
  const [row] = await runSql<{ count: string }>(
    tx,
    sql`select count(*) as count from ${sql.table(table)} where workplace_id = ${workplaceId}`,
  )
  return Number(row?.count ?? 0)
}
