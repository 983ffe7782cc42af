import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { runSql } from '../../platform/list/sql.ts'
import type { StoredDataList } from '../data-lists/data-list.ts'
import type { Counts, Loss } from '../data-lists/import-rows.ts'
import type { StoredFeed } from './feed.ts'

/**
 * Returns why a run has to be confirmed: it would remove too many rows, or empty too many cells of a column, as if the
 * other side had renamed a member. Null if neither.
 */
export async function findTooMuchLoss(
  tx: Tx,
  list: StoredDataList,
  { threshold_percent: percent }: Pick<StoredFeed, 'threshold_percent'>,
  { removed, loss }: Pick<Counts, 'removed'> & { readonly loss: Loss },
): Promise<string | null> {
  const nothing = 'Nothing was changed. Check the answer of the adapter, then run the feed and confirm it.'
  if (removed * 100 > percent * list.row_count)
    return `Expected at most ${percent} % of the rows to be removed, but ${removed} of ${list.row_count} would be. ${nothing}`
  for (const { slot, name } of list.columns) {
    const emptied = loss.emptied.get(slot) ?? 0
    if (emptied === 0) continue
    const filled = await countFilled(tx, list, slot)
    if (emptied * 100 > percent * filled)
      return `Expected at most ${percent} % of the cells of a column to be emptied, but ${emptied} of ${filled} cells of “${name}” would be. ${nothing}`
  }
  return null
}

/** Counts the cells with a value in a column of the current version, whose next version is written already. */
async function countFilled(tx: Tx, { workplace_id, id, version }: StoredDataList, slot: number): Promise<number> {
  const [row] = await runSql<{ count: number }>(
    tx,
    sql`select count(*)::int as count from data_list_row where workplace_id = ${workplace_id} and data_list_id = ${id}
      and since <= ${version} and (until is null or until > ${version}) and coalesce(cells[${slot}], '') <> ''`,
  )
  return row?.count ?? 0
}

/** Returns whether a held run of the same list would have removed the same rows and cells. */
export async function isConfirmedBy(
  tx: Tx,
  { workplace_id, id }: Pick<StoredDataList, 'workplace_id' | 'id'>,
  { runId, loss }: { readonly runId: string | null; readonly loss: Loss },
): Promise<boolean> {
  if (runId === null || !isUuid(runId)) return false
  const [row] = await runSql<{ loss: string | null }>(
    tx,
    sql`select loss from data_list_feed_run where workplace_id = ${workplace_id} and data_list_id = ${id} and id = ${runId} and outcome = 'held'`,
  )
  return row?.loss === loss.digest
}
