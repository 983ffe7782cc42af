import type { BatchKind } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { type BatchItem, doItem } from './items.ts'
import { ownBatchesOf, refuseKeeping } from './policy.ts'
import { endStatement, failedStatement, seedStatement } from './statements.ts'

/** How long a monitor waits before it looks again. */
const monitorMs = 30_000

/**
 * Executes a job of a batch as a worker would: it creates the next jobs, processes one item, or checks whether the
 * batch has ended. A failed item loses one retry. Returns null on success, and undefined for a job of another kind.
 */
export async function executeBatchJob(
  context: OperationContext,
  request: Request,
  jobId: string,
): Promise<Refusal | null | undefined> {
  if (!isUuid(jobId)) return undefined
  const job = await findJob(context, request, jobId)
  if (job === null) return undefined
  const refusal = refuseKeeping(request.user)
  if (refusal !== null) return refusal
  const { workplaceId } = request
  const place = { workplaceId, id: job.batchId }
  const { db, clock } = context
  if (job.role === 'item') {
    const failure = await doItem(context, request, job)
    if (failure === null) return null
    const { code, message } = failure
    const failed = { position: job.position, tries: Math.max(0, job.tries - 1), code, message }
    await db.withTransaction(actorOf(request), (tx) => tx.commit([failedStatement(place, failed)]))
    return new Refusal('process.refused', message)
  }
  const now = clock()
  const later = {
    name: 'batch_monitor_later',
    text: `update batch set monitor_job_id = gen_random_uuid(), monitor_due_at = $3 where workplace_id = $1 and id = $2 and monitor_job_id = $4 and state = 'waiting'`,
    values: [workplaceId, job.batchId, new Date(now.getTime() + monitorMs).toISOString(), jobId],
  }
  await db.withTransaction(actorOf(request), (tx) =>
    tx.commit(job.role === 'seed' ? [seedStatement(place)] : [endStatement(place, now.toISOString()), later]),
  )
  return null
}

type BatchJob =
  | { readonly role: 'seed' | 'monitor'; readonly batchId: string }
  | ({ readonly role: 'item'; readonly tries: number } & BatchItem)

async function findJob({ db }: OperationContext, request: Request, jobId: string): Promise<BatchJob | null> {
  const [rows] = await db.read(request, (tx) =>
    tx.batch([
      {
        name: 'batch_job_by_id',
        text: `select case when seed_job_id = $2 then 'seed' else 'monitor' end, id, kind, action, null, null, null from batch
            where workplace_id = $1 and state in ('waiting', 'done') and ($3::uuid is null or user_id = $3) and (seed_job_id = $2 and seeded < total or monitor_job_id = $2 and seeded >= total) and kind <> 'task-action'
          union all
          select 'item', b.id, b.kind, b.action, i.position::text, i.subject_id::text, i.retries::text from batch_item i join batch b on b.workplace_id = i.workplace_id and b.id = i.batch_id
            where i.workplace_id = $1 and i.job_id = $2 and ($3::uuid is null or b.user_id = $3) and i.state = 'waiting' and i.position <= b.seeded and b.state = 'waiting' and b.kind <> 'task-action'`,
        values: [request.workplaceId, jobId, ownBatchesOf(request.user)],
      },
    ]),
  )
  const row = rows?.[0]
  if (row === undefined) return null
  const [role, batchId = null, kind, action, position, subjectId, tries] = row
  if (batchId === null) return null
  if (role !== 'item') return { role: role === 'seed' ? 'seed' : 'monitor', batchId }
  return {
    role,
    batchId,
    kind: kind as BatchKind,
    action: JSON.parse(action ?? '{}') as object,
    position: Number(position),
    subjectId: subjectId ?? '',
    tries: Number(tries),
  }
}
