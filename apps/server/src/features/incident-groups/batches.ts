import {
  type AnswerOf,
  type IncidentBatch,
  type IncidentBatchItem,
  type incidentGroupCalls,
  incidentGroupLimits,
  listLimits,
} from '@millrace/contract'
import { type RawBuilder, sql } from 'kysely'
import { noSuchBatch } from '../../operations/batches/policy.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'

interface BatchRow {
  readonly id: string
  readonly state: string
  readonly total: number
  readonly done: number
  readonly failed: number
  readonly again: number
  readonly created_at: Date
  readonly ended_at: Date | null
}

/** Ids rise with time, so those that came after the batch began are those beyond its own id. */
function selectBatch(workplaceId: string, condition: RawBuilder<unknown>) {
  return sql`select b.id, b.state, b.total, b.done, b.failed, b.created_at, b.ended_at,
      (select count(*)::int from (select from incident n where n.workplace_id = b.workplace_id and n.group_id = b.about and n.id > b.id limit ${listLimits.count}) n) as again
    from batch b where b.workplace_id = ${workplaceId} and b.about is not null and ${condition} order by b.created_at desc limit 1`
}

/** Finds the newest batch that retried all incidents of a cause. */
export async function findNewestBatch(tx: Tx, workplaceId: string, groupId: string): Promise<IncidentBatch | null> {
  const [row] = await runSql<BatchRow>(tx, selectBatch(workplaceId, sql`b.about = ${groupId}::uuid`))
  return row === undefined ? null : presentBatch(row)
}

export async function findBatch(db: Database, request: Request, id: string): Promise<IncidentBatch | Refusal> {
  if (!isUuid(id)) return noSuchBatch()
  const [row] = await db.read(request, (tx) =>
    runSql<BatchRow>(tx, selectBatch(request.workplaceId, sql`b.id = ${id}::uuid`)),
  )
  return row === undefined ? noSuchBatch() : presentBatch(row)
}

/** Returns a batch that retried all incidents of a cause, with the results after a position. */
export async function getBatch(
  db: Database,
  request: Request,
  { id, after, failed }: { readonly id: string; readonly after: number; readonly failed: 'true' | 'false' },
): Promise<AnswerOf<typeof incidentGroupCalls.batch> | Refusal> {
  const batch = await findBatch(db, request, id)
  if (batch instanceof Refusal) return batch
  const { items } = incidentGroupLimits
  const rows = await db.read(request, (tx) =>
    runSql<IncidentBatchItem>(
      tx,
      sql`select position, subject_id as "incidentId", name, state, code, message from batch_item
        where workplace_id = ${request.workplaceId} and batch_id = ${id}::uuid and position > ${after}${failed === 'true' ? sql` and state = 'failed'` : sql``}
        order by position limit ${items + 1}`,
    ),
  )
  return { batch, items: rows.slice(0, items), isMore: rows.length > items }
}

function presentBatch({ state, created_at, ended_at, ...row }: BatchRow): IncidentBatch {
  return {
    ...row,
    state: state as IncidentBatch['state'],
    createdAt: created_at.toISOString(),
    endedAt: ended_at?.toISOString() ?? null,
  }
}
