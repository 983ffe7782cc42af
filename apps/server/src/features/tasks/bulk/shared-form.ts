import type { AnswerOf, TaskSelection, taskBulkCalls } from '@millrace/contract'
import { sql } from 'kysely'
import type { OperationContext } from '../../../operations/operation-context.ts'
import { loadFormOfTask } from '../../../operations/tasks/load-task-form.ts'
import { refuseWork } from '../../../operations/tasks/policy.ts'
import { loadTaskFor } from '../../../operations/tasks/task.ts'
import type { Request } from '../../../platform/auth/request.ts'
import { withoutHiding } from '../../../platform/auth/restricted.ts'
import { membershipsOf } from '../../../platform/auth/user.ts'
import { Refusal, refuse } from '../../../platform/errors/refusal.ts'
import { runSql } from '../../../platform/list/sql.ts'
import { openFormInThread } from '../../../runtime/threads/fill-form.ts'
import { findChosen } from './find-chosen.ts'

/** Returns the empty form of tasks of one step, whose entries are applied to each of the tasks. */
export async function getSharedForm(
  { db, runtime }: OperationContext,
  request: Request,
  { selection, timeZone }: { readonly selection: TaskSelection; readonly timeZone: string },
): Promise<AnswerOf<typeof taskBulkCalls.form> | Refusal> {
  const { user } = request
  const { workplaceId, username } = user
  const refusal = refuseWork(user, 'complete')
  if (refusal !== null) return refusal
  const chosen = await findChosen(runtime, request, selection)
  if (chosen instanceof Refusal) return chosen
  const [first] = chosen
  if (first === undefined)
    return refuse('thing.not-found', 'Expected tasks that you have access to, but there are none. Choose other tasks.')
  const loaded = await db.read(withoutHiding(request), async (tx) => {
    const steps = await runSql<{ name: string }>(
      tx,
      sql`select distinct d.key, t.task_key, t.form_key, max(coalesce(t.name, t.task_key, '')) as name from task t
        left join process_definition d on d.workplace_id = t.workplace_id and d.id = t.definition_id
        where t.workplace_id = ${workplaceId} and t.id = any(${chosen.map(({ id }) => id)}::uuid[]) group by d.key, t.task_key, t.form_key limit 2`,
    )
    if (steps.length > 1) return notAlike()
    const task = await loadTaskFor(tx, user, { id: first.id, action: 'see' })
    return task instanceof Refusal ? task : loadFormOfTask(runtime, tx, workplaceId, task)
  })
  if (loaded instanceof Refusal) return loaded
  const form = await openFormInThread(runtime, workplaceId, loaded, {
    variables: new Map(),
    files: new Map(),
    timeZone,
    dayZone: runtime.zone,
    now: runtime.clock(),
    userId: username,
    memberships: membershipsOf(user),
  })
  return { name: first.name, count: chosen.length, form }
}

function notAlike(): Refusal {
  return refuse(
    'task.not-alike',
    'Expected tasks of one step of one process, but these belong to several steps. Filter by process and task name.',
  )
}
