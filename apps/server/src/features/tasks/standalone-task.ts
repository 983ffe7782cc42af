import type { FormSubmission } from '@millrace/contract'
import type { User } from '../../platform/auth/user.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { changeStandaloneTask, endStandaloneTask } from '../../runtime/execute/standalone-tasks.ts'
import { createEmptyForm, type LoadedForm } from '../../runtime/forms/load-form.ts'
import type { FormOccasion } from '../../runtime/forms/open-form.ts'
import { readForm } from '../../runtime/forms/read-form.ts'
import { noVariables } from '../../runtime/forms/variables.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { getVisibleTask } from './get-task.ts'
import { rightsOf, taskIsOver } from './open-task.ts'
import { assertCan } from './policy.ts'
import type { TaskRow } from './task-queries.ts'

/** Tasks that belong to no process, made by programs. They have no form, and nothing goes on when they end. */

/** One statement, so that of two at once exactly one gets it. */
export async function claimStandaloneTask(runtime: Runtime, user: User, id: string): Promise<void> {
  const { workplaceId, username } = user
  const [claimed] = await runtime.db.withTransaction(actorOf(user), (tx) =>
    tx.commit([
      {
        name: 'standalone_task_claim',
        text: 'update task set assignee = $3, updated_at = $4 where workplace_id = $1 and id = $2 and root_id is null and (assignee is null or assignee = $3) returning id',
        values: [workplaceId, id, username, runtime.clock().toISOString()],
      },
      {
        name: 'standalone_candidate_delete',
        text: 'delete from task_candidate c using task t where c.workplace_id = $1 and c.task_id = $2 and t.workplace_id = $1 and t.id = $2 and t.assignee is not null',
        values: [workplaceId, id],
      },
    ]),
  )
  if (claimed?.[0] !== undefined) return
  const now = await runtime.db.read(user, (tx) => getVisibleTask(tx, user, id))
  if (now.ended_at !== null) throw taskIsOver()
  assertCan(user, 'claim', rightsOf(now))
}

export async function unclaimStandaloneTask(runtime: Runtime, user: User, id: string): Promise<void> {
  await changeStandaloneTask(runtime, actorOf(user), id, { assignee: null })
}

/** Of two at once exactly one does it. A delegated one goes back to its owner. */
export async function completeStandaloneTask(
  runtime: Runtime,
  user: User,
  task: TaskRow,
  submission: FormSubmission,
): Promise<void> {
  const { form, occasion } = standaloneForm(runtime, user, submission.timeZone)
  const result = readForm(form, submission, occasion, new Map())
  if (result instanceof Refusal) throw result
  if (task.delegation === 'PENDING')
    return changeStandaloneTask(runtime, actorOf(user), task.id, { delegation: 'RESOLVED', assignee: task.owner })
  if (!(await endStandaloneTask(runtime, actorOf(user), task.id, 'completed'))) throw taskIsOver()
}

export function standaloneForm(
  { clock }: Runtime,
  { username }: User,
  timeZone: string,
): { form: LoadedForm; occasion: FormOccasion } {
  return {
    form: createEmptyForm('task'),
    occasion: { variables: noVariables, files: new Map(), timeZone, now: clock(), userId: username },
  }
}
