import { type TaskDeed, taskBatchLimits } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseBatch } from './policy.ts'

/** A task that was chosen, as it was called then. */
export interface ChosenTask {
  readonly id: string
  readonly name: string
}

/** Has a job do one thing to many tasks in the name of the user, when this is committed. @returns the id of the batch. */
export async function startBatch(
  { db, clock, runtime }: OperationContext,
  request: Request,
  { deed, tasks }: { readonly deed: TaskDeed; readonly tasks: readonly ChosenTask[] },
): Promise<string | Refusal> {
  const refusal = refuseBatch(request.user)
  if (refusal !== null) return refusal
  if (tasks.length === 0)
    return refuse('batch.empty', 'Expected tasks that you may see, but there is none among them. Choose others.')
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
        `Expected fewer than ${taskBatchLimits.waiting} batches under way, but you have as many. Wait until one is done, or end one.`,
      )
    await tx.commit([
      {
        name: 'task_batch_forget',
        text: `delete from task_batch b using (select id from task_batch where workplace_id = $1 and created_at < $2::timestamptz - make_interval(days => $3)
            and state <> 'waiting' order by created_at limit 5 for update skip locked) old
          where b.workplace_id = $1 and b.id = old.id`,
        values: [workplaceId, at, taskBatchLimits.days],
      },
      {
        name: 'task_batch_add',
        text: `insert into task_batch (workplace_id, id, user_id, deed, state, total, created_at) values ($1, $2, $3, $4, 'waiting', $5, $6)`,
        values: [workplaceId, id, userId, JSON.stringify(deed), tasks.length, at],
      },
      {
        name: 'task_batch_add_items',
        text: `insert into task_batch_item (workplace_id, batch_id, position, task_id, name, state)
          select $1, $2, place, task_id, name, 'waiting' from unnest($3::uuid[], $4::text[]) with ordinality as chosen (task_id, name, place)`,
        values: [workplaceId, id, tasks.map((task) => task.id), tasks.map(({ name }) => name)],
      },
      {
        name: 'task_batch_order',
        text: `insert into job (workplace_id, id, root_id, element_key, kind, due_at, retries, priority, is_exclusive, is_suspended, created_at)
          values ($1, $2, $2, 'task-batch', 'batch', $3, 3, 0, false, false, $3)`,
        values: [workplaceId, id, at],
      },
    ])
    return id
  })
  runtime.announceJobs()
  return started
}
