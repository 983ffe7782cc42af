import type { Request } from '../../platform/auth/request.ts'
import { withoutHiding } from '../../platform/auth/restricted.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { openFormInThread } from '../../runtime/threads/fill-form.ts'
import { loadTaskForm } from '../tasks/load-task-form.ts'
import { loadTaskFor, type OpenTask } from '../tasks/task.ts'
import { listOutcomes, type Outcome } from './list-outcomes.ts'

export interface OpenedOutcomes {
  readonly task: OpenTask
  readonly outcomes: readonly Outcome[]
  /** The hash of the form that they are of. */
  readonly hash: string
}

/** Returns the outcomes with which the user can complete a task by one click, from the form as they would see it. */
export async function readOutcomes(
  runtime: Runtime,
  request: Request,
  { id, timeZone }: { readonly id: string; readonly timeZone: string },
): Promise<OpenedOutcomes | Refusal> {
  const { user } = request
  const read = await runtime.db.read(withoutHiding(request), async (tx) => {
    const task = await loadTaskFor(tx, user, { id, action: 'complete' })
    return task instanceof Refusal ? task : { task, ...(await loadTaskForm(runtime, tx, { user, task, timeZone })) }
  })
  if (read instanceof Refusal) return read
  const { task, form, occasion } = read
  const opened = await openFormInThread(runtime, user.workplaceId, form, occasion)
  return { task, outcomes: listOutcomes(form, opened), hash: opened.document.hash }
}
