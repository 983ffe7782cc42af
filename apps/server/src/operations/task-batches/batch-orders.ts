import { taskBatchLimits } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import type { Statement } from '../../platform/db/batch.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { orderStatement } from '../order-job.ts'

export interface BatchOrder {
  /** What is done to each thing, as JSON. */
  readonly deed: object
  /** The cause of incidents that it is about; null for tasks. */
  readonly about: string | null
  /** Inserts the things of the batch. */
  readonly items: (batchId: string) => Statement
  /** What is answered where there is none. */
  readonly none: () => Refusal
}

/** Orders a job that applies an action to many objects in the user's name after the commit. */
export async function orderBatch(
  { db, clock, runtime }: OperationContext,
  request: Request,
  { deed, about, items, none }: BatchOrder,
): Promise<string | Refusal> {
  const { workplaceId, id: userId } = request.user
  const id = runtime.newId()
  const at = clock().toISOString()
  const started = await db.withTransaction(actorOf(request), async (tx) => {
    const [rows] = await tx.batch([
      {
        name: 'task_batch_waiting',
        text: `select count(*) from (select from task_batch where workplace_id = $1 and user_id = $2 and state = 'waiting' for update) w`,
        values: [workplaceId, userId],
      },
    ])
    if (Number(rows?.[0]?.[0] ?? 0) >= taskBatchLimits.waiting)
      return refuse(
        'batch.too-many',
        `Expected fewer than ${taskBatchLimits.waiting} running batches, but you have that many. Wait until one has finished, or cancel one.`,
      )
    const [, added] = await tx.batch([
      {
        name: 'task_batch_forget',
        text: `delete from task_batch b using (select id from task_batch where workplace_id = $1 and created_at < $2::timestamptz - make_interval(days => $3)
            and state <> 'waiting' order by created_at limit 5 for update skip locked) old
          where b.workplace_id = $1 and b.id = old.id`,
        values: [workplaceId, at, taskBatchLimits.days],
      },
      {
        name: 'task_batch_add',
        text: `insert into task_batch (workplace_id, id, user_id, deed, state, total, created_at, about) values ($1, $2, $3, $4, 'waiting', 0, $5, $6) on conflict do nothing returning id`,
        values: [workplaceId, id, userId, JSON.stringify(deed), at, about],
      },
    ])
    if (added?.[0] === undefined)
      return refuse(
        'batch.running',
        'Expected a cause without a running retry, but its incidents are being retried. Wait until the retry has finished, or end it.',
      )
    const [, counted] = await tx.batch([
      items(id),
      {
        name: 'task_batch_total',
        text: `update task_batch b set total = (select count(*) from task_batch_item i where i.workplace_id = $1 and i.batch_id = $2) where b.workplace_id = $1 and b.id = $2 returning total`,
        values: [workplaceId, id],
      },
    ])
    if (Number(counted?.[0]?.[0] ?? 0) === 0) return none()
    await tx.commit([orderStatement({ workplaceId, id, name: 'task-batch', kind: 'batch', at })])
    return id
  })
  runtime.announceJobs()
  return started
}
