import type { AnswerOf, taskCalls } from '@millrace/contract'
import { loadFormOfTask } from '../../operations/tasks/load-task-form.ts'
import { refuseWork } from '../../operations/tasks/policy.ts'
import { loadTaskFor } from '../../operations/tasks/task.ts'
import type { Request } from '../../platform/auth/request.ts'
import { withoutHiding } from '../../platform/auth/restricted.ts'
import { membershipsOf } from '../../platform/auth/user.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { answerChoices, prepareChoices } from '../../runtime/forms/choices.ts'
import { getNamingField } from '../../runtime/forms/named.ts'
import type { Runtime } from '../../runtime/runtime.ts'

/** Finds the users, groups and roles that a field of a task's form can name, for users who may complete the task. */
export async function findFormChoices(
  runtime: Runtime,
  request: Request,
  { id, node, q, by }: { id: string; node: string; q: string; by: string },
): Promise<AnswerOf<typeof taskCalls.formChoices> | Refusal> {
  const { user } = request
  const refusal = refuseWork(user, 'complete')
  if (refusal !== null) return refusal
  const prepared = await runtime.db.read(withoutHiding(request), async (tx) => {
    const task = await loadTaskFor(tx, user, { id, action: 'complete' })
    if (task instanceof Refusal) return task
    const form = await loadFormOfTask(runtime, tx, user.workplaceId, task)
    const field = getNamingField(form.document, node, membershipsOf(user))
    return field instanceof Refusal ? field : prepareChoices(tx, user.workplaceId, field, { q, by })
  })
  return answerChoices(runtime, prepared)
}
