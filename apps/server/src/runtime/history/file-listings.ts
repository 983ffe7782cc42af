import type { Database } from '../../platform/db/database.ts'

const portion = 2_000
/** The maximum number of portions of one run; the next run continues. */
const maxPortions = 200

/**
 * Adds new and changed rows of `instance_listing` to the sort indexes, in portions with their own transactions. Rows
 * that a step has locked are skipped until the next time, and steps never wait longer than for one portion.
 *
 * @returns the number of rows.
 */
export async function fileListings(db: Database): Promise<number> {
  let filed = 0
  for (let turn = 0; turn < maxPortions; turn++) {
    const [rows] = await db.withPlatformTransaction('maintenance', (tx) => tx.commit([statement]))
    const count = Number(rows?.[0]?.[0] ?? 0)
    filed += count
    if (count < portion) break
  }
  return filed
}

const statement = {
  name: 'instance_listing_file',
  text: `with found as materialized (select workplace_id, instance_id, reader from instance_listing where not is_filed
      order by workplace_id, reader, started_at, instance_id limit ${portion} for update skip locked),
    filed as (update instance_listing l set is_filed = true from found f
      where l.workplace_id = f.workplace_id and l.instance_id = f.instance_id and l.reader = f.reader returning true)
    select count(*) from filed`,
  values: [],
}
