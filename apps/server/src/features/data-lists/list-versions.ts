import type { DataListVersion } from '@millrace/contract'
import { sql } from 'kysely'
import { dataListRecord, findDataList } from '../../operations/data-lists/data-list.ts'
import { noSuch } from '../../operations/records/find-record.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { readPeople } from '../../runtime/rights/people.ts'

interface Row {
  readonly version: number
  readonly row_count: number
  readonly added: number
  readonly changed: number
  readonly removed: number
  readonly source: string | null
  readonly restored_from: number | null
  readonly saved_at: Date
  readonly saved_by: string | null
}

/** Lists all stored versions of a data list, the newest first. */
export async function listVersions(db: Database, request: Request, id: string): Promise<DataListVersion[] | Refusal> {
  return db.read(request, async (tx) => {
    const list = await findDataList(tx, request.workplaceId, id)
    if (list === null) return noSuch(dataListRecord)
    const rows = await runSql<Row>(
      tx,
      sql`select version, row_count, added, changed, removed, source, restored_from, saved_at, saved_by
        from data_list_version where workplace_id = ${list.workplace_id} and data_list_id = ${list.id} order by version desc`,
    )
    const people = await readPeople(
      tx,
      request.workplaceId,
      rows.map(({ saved_by }) => saved_by),
    )
    return rows.map(({ row_count, restored_from, saved_at, saved_by, ...row }) => ({
      ...row,
      rowCount: row_count,
      restoredFrom: restored_from,
      savedAt: saved_at.toISOString(),
      savedBy: people.find(saved_by),
    }))
  })
}
