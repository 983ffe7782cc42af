import type { TaskAction } from '@millrace/contract'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { writeOrder } from './orders.ts'
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
  { action, tasks }: { readonly action: TaskAction; readonly tasks: readonly ChosenTask[] },
): Promise<string | Refusal> {
  const refusal = refuseBatch(request.user)
  if (refusal !== null) return refusal
  const none = () =>
    refuse('batch.empty', 'Expected tasks that you have access to, but there are none. Choose other tasks.')
  if (tasks.length === 0) return none()
  const [ids, names] = [tasks.map((task) => task.id), tasks.map(({ name }) => name)]
  const items = sql`select id, name, place from unnest(${ids}::uuid[], ${names}::text[]) with ordinality as chosen (id, name, place)`
  return writeOrder(context, request, { kind: 'task-action', action, items, none })
}
