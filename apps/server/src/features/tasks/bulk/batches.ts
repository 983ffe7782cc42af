import { type AnswerOf, type TaskAction, type TaskBatch, taskBatchLimits, type taskBulkCalls } from '@millrace/contract'
import { noSuchBatch } from '../../../operations/batches/policy.ts'
import type { Request } from '../../../platform/auth/request.ts'
import type { Database } from '../../../platform/db/database.ts'
import { kysely } from '../../../platform/db/kysely.ts'
import { isUuid } from '../../../platform/db/uuid.ts'
import { Refusal } from '../../../platform/errors/refusal.ts'

/** Lists the last batches of the user, the newest first. */
export async function listBatches(db: Database, request: Request): Promise<TaskBatch[]> {
  const rows = await db.read(request, (tx) =>
    tx.query(ofUser(request).orderBy('created_at', 'desc').limit(taskBatchLimits.shown)),
  )
  return rows.map(presentBatch)
}

export async function findBatch(db: Database, request: Request, id: string): Promise<TaskBatch | Refusal> {
  if (!isUuid(id)) return noSuchBatch()
  const [row] = await db.read(request, (tx) => tx.query(ofUser(request).where('id', '=', id)))
  return row === undefined ? noSuchBatch() : presentBatch(row)
}

/** Returns a batch with the outcomes of its tasks after a position. */
export async function getBatch(
  db: Database,
  request: Request,
  { id, after, failed }: { readonly id: string; readonly after: number; readonly failed: 'true' | 'false' },
): Promise<AnswerOf<typeof taskBulkCalls.batch> | Refusal> {
  const batch = await findBatch(db, request, id)
  if (batch instanceof Refusal) return batch
  const items = kysely
    .selectFrom('batch_item')
    .select(['position', 'subject_id', 'name', 'state', 'code', 'message'])
    .where('workplace_id', '=', request.workplaceId)
    .where('batch_id', '=', id)
    .where('position', '>', after)
    .orderBy('position')
    .limit(taskBatchLimits.page + 1)
  const rows = await db.read(request, (tx) => tx.query(failed === 'true' ? items.where('state', '=', 'failed') : items))
  return {
    batch,
    items: rows.slice(0, taskBatchLimits.page).map(({ subject_id: taskId, state, ...item }) => ({
      ...item,
      taskId,
      state: state as 'waiting' | 'done' | 'failed',
    })),
    isMore: rows.length > taskBatchLimits.page,
  }
}

function ofUser({ user: { workplaceId, id } }: Request) {
  return (
    kysely
      .selectFrom('batch')
      .select(['id', 'action', 'state', 'total', 'done', 'failed', 'created_at', 'ended_at'])
      .where('workplace_id', '=', workplaceId)
      .where('user_id', '=', id)
      // Others have a place of their own.
      .where('kind', '=', 'task-action')
  )
}

function presentBatch(row: {
  id: string
  action: string
  state: string
  total: number
  done: number
  failed: number
  created_at: Date
  ended_at: Date | null
}): TaskBatch {
  const { id, action, state, total, done, failed, created_at, ended_at } = row
  return {
    id,
    kind: (JSON.parse(action) as TaskAction).kind,
    state: state as TaskBatch['state'],
    total,
    done,
    failed,
    createdAt: created_at.toISOString(),
    endedAt: ended_at?.toISOString() ?? null,
  }
}
