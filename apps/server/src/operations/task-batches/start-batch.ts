import type { TaskDeed } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { orderBatch } from './batch-orders.ts'
import { refuseBatch } from './policy.ts'

/** A task of a selection, with its name at that time. */
export interface ChosenTask {
  readonly id: string
  readonly name: string
}

/** Orders a job that applies an action to many tasks in the user's name after the commit. */
export async function startBatch(
  context: OperationContext,
  request: Request,
  { deed, tasks }: { readonly deed: TaskDeed; readonly tasks: readonly ChosenTask[] },
): Promise<string | Refusal> {
  const refusal = refuseBatch(request.user)
  if (refusal !== null) return refusal
  const none = () =>
    refuse('batch.empty', 'Expected tasks that you have access to, but there are none. Choose other tasks.')
  if (tasks.length === 0) return none()
  return orderBatch(context, request, {
    deed,
    about: null,
    none,
    items: (batchId) => ({
      name: 'task_batch_add_items',
      text: `insert into task_batch_item (workplace_id, batch_id, position, task_id, name, state)
        select $1, $2, place, task_id, name, 'waiting' from unnest($3::uuid[], $4::text[]) with ordinality as chosen (task_id, name, place)`,
      values: [request.workplaceId, batchId, tasks.map((task) => task.id), tasks.map(({ name }) => name)],
    }),
  })
}
