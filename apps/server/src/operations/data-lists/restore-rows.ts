import type { DataColumn } from '@millrace/contract'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { loadRecord } from '../records/load-record.ts'
import { dataListRecord } from './data-list.ts'
import { versionStatements } from './data-list-version.ts'
import { refuseListKeeper } from './policy.ts'

/**
 * Restores columns and rows of an earlier version as the next version. Returns null on success, otherwise a refusal.
 */
export async function restoreRows(
  { db, clock }: OperationContext,
  request: Request,
  { id, version }: { readonly id: string; readonly version: number },
): Promise<Refusal | null> {
  const { user } = request
  const refusal = refuseListKeeper(user, id)
  if (refusal !== null) return refusal
  return db.withTransaction(actorOf(request), async (tx) => {
    const list = await loadRecord(tx, user, dataListRecord, id, { lock: true })
    if (list instanceof Refusal) return list
    const { workplace_id } = list
    const [old] = await runSql<{ columns: DataColumn[]; row_count: number }>(
      tx,
      sql`select columns, row_count from data_list_version
        where workplace_id = ${workplace_id} and data_list_id = ${list.id} and version = ${version}`,
    )
    if (old === undefined || version >= list.version)
      return refuse('thing.not-found', `Expected an older version of “${list.name}”, but there is none of this number.`)
    const next = list.version + 1
    const values = [workplace_id, list.id, version, next]
    // What is as it was stays. What has come since goes, and what has gone since comes back.
    const [gone, back] = await tx.batch([
      {
        name: 'data_list_restore_close',
        text: `with gone as (update data_list_row set until = $4
            where workplace_id = $1 and data_list_id = $2 and until is null and since > $3 returning id)
          select count(*) from gone`,
        values,
      },
      {
        name: 'data_list_restore_write',
        text: `with back as (insert into data_list_row (workplace_id, data_list_id, id, since, place, cells)
            select workplace_id, data_list_id, id, $4, place, cells from data_list_row
            where workplace_id = $1 and data_list_id = $2 and since <= $3 and until > $3 returning id)
          select count(*) from back`,
        values,
      },
    ])
    await tx.commit(
      versionStatements(list, user, {
        columns: old.columns,
        rowCount: old.row_count,
        added: Number(back?.[0]?.[0] ?? 0),
        changed: 0,
        removed: Number(gone?.[0]?.[0] ?? 0),
        restoredFrom: version,
        at: clock(),
      }),
    )
    return null
  })
}
