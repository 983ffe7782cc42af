import {
  type AnswerOf,
  type BatchDetail,
  type BatchItem,
  type BatchKind,
  type batchCalls,
  listLimits,
} from '@millrace/contract'
import { sql } from 'kysely'
import { kinds } from '../../operations/batches/kinds/index.ts'
import { noBatch } from '../../operations/batches/policy.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { type BatchRow, batchColumns, isSeenBy, presentBatches } from './batch-list.ts'

interface DetailRow extends BatchRow {
  readonly query: string | null
  readonly about: string | null
}

/** Characters of what was asked for. Thousands of ids are the items themselves. */
const longestQuery = 10_000

/** Returns a batch with the action that was ordered. */
export async function getBatch(db: Database, request: Request, id: string): Promise<BatchDetail | Refusal> {
  if (!isUuid(id)) return noBatch()
  return db.read(request, async (tx) => {
    const [row] = await runSql<DetailRow>(
      tx,
      sql`select ${batchColumns}, case when length(b.query) <= ${longestQuery} then b.query end as query, b.about from batch b where b.workplace_id = ${request.workplaceId} and b.id = ${id}::uuid and ${isSeenBy(request.user)}`,
    )
    if (row === undefined) return noBatch()
    const { query, about, ...shown } = row
    const [[batch], again] = await Promise.all([
      presentBatches(tx, request.user, [shown]),
      kinds[row.kind].subject === 'instance' ? countAgain(tx, request, id) : null,
    ])
    if (batch === undefined) throw new Error('Expected one batch for one row.')
    return { ...batch, query: query === null ? null : (JSON.parse(query) as unknown), causeId: about, again }
  })
}

/** Ids rise with time, so incidents that came after the batch are those beyond its own id. */
async function countAgain(tx: Tx, { workplaceId }: Request, id: string): Promise<number> {
  const [row] = await runSql<{ count: number }>(
    tx,
    sql`select count(*)::int as count from (select distinct n.instance_id from incident n join batch_item i on i.workplace_id = n.workplace_id and i.batch_id = ${id}::uuid and i.subject_id = n.instance_id
      where n.workplace_id = ${workplaceId} and n.id > ${id}::uuid limit ${listLimits.count}) a`,
  )
  return row?.count ?? 0
}

interface ItemRow extends Omit<BatchItem, 'subject'> {
  readonly kind: BatchKind
}

/** Lists the items of a batch after a position, with their results and the current states of their instances. */
export async function listItems(
  db: Database,
  request: Request,
  {
    id,
    after,
    failed,
    size,
  }: { readonly id: string; readonly after: number; readonly failed: 'true' | 'false'; readonly size: number },
): Promise<AnswerOf<typeof batchCalls.items> | Refusal> {
  if (!isUuid(id)) return noBatch()
  const { workplaceId } = request
  return db.read(request, async (tx) => {
    const [batch] = await runSql<{ kind: BatchKind }>(
      tx,
      sql`select b.kind from batch b where b.workplace_id = ${workplaceId} and b.id = ${id}::uuid and ${isSeenBy(request.user)}`,
    )
    if (batch === undefined) return noBatch()
    const { subject } = kinds[batch.kind]
    const now =
      subject === 'instance'
        ? sql`(select case when exists (select from incident c where c.workplace_id = n.workplace_id and c.root_id = n.root_id and c.instance_id = n.id) then 'incident' when n.is_suspended then 'suspended' else 'running' end
            from instance n where n.workplace_id = i.workplace_id and n.id = i.subject_id
          union all select 'ended' from history_instance n where n.workplace_id = i.workplace_id and n.id = i.subject_id limit 1)`
        : sql`null`
    const rows = await runSql<ItemRow>(
      tx,
      sql`select i.position, i.subject_id as "subjectId", i.name, i.state, i.code, i.message, ${now} as now from batch_item i
        where i.workplace_id = ${workplaceId} and i.batch_id = ${id}::uuid and i.position > ${after}${failed === 'true' ? sql` and i.state = 'failed'` : sql``}
        order by i.position limit ${size + 1}`,
    )
    return { items: rows.slice(0, size).map((row) => ({ ...row, subject })), isMore: rows.length > size }
  })
}
