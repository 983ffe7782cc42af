import type { AnswerOf, FormSubmission, taskCalls } from '@millrace/contract'
import type { PlainVariable } from '@millrace/engine'
import type { User } from '../../platform/auth/user.ts'
import type { Statement } from '../../platform/db/batch.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { executeForUser } from '../../runtime/execute/execute-for-user.ts'
import { findNextTask } from '../../runtime/execute/next-task.ts'
import { findUploads, keepFilesStatements, readFileVariables } from '../../runtime/forms/files.ts'
import { listFileIds, readForm } from '../../runtime/forms/read-form.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { getVisibleTask } from './get-task.ts'
import { loadTaskForm } from './load-task-form.ts'
import { findLockedTask, type OpenTask, placeOf, readOpenTask, rightsOf, taskIsOver } from './open-task.ts'
import { assertCan } from './policy.ts'
import { completeStandaloneTask } from './standalone-task.ts'
import type { TaskRow } from './task-queries.ts'

/**
 * Completes a task of the user with the values of its form. One that was delegated goes back to its owner instead. Of two
 * at once exactly one does it.
 */
export async function completeTask(
  runtime: Runtime,
  user: User,
  id: string,
  submission: FormSubmission,
): Promise<AnswerOf<typeof taskCalls.complete>> {
  const read = await readTask(runtime, user, id, submission)
  if (!('task' in read)) {
    await completeStandaloneTask(runtime, user, read, submission)
    return { nextTaskId: null }
  }
  const { task, variables, extra } = read
  await executeForUser(runtime, actorOf(user), {
    target: { by: 'task', id },
    command: { type: task.delegation === 'PENDING' ? 'resolveTask' : 'completeTask', taskId: id, variables },
    place: placeOf(task),
    gone: taskIsOver,
    extra,
    // Between reading the task and this somebody may have taken it away.
    check: (state) => {
      const now = findLockedTask(state, id)
      if (now === undefined) return
      assertCan(user, 'complete', now)
      if ((now.delegation === 'PENDING') !== (task.delegation === 'PENDING'))
        throw refuse(
          'form.changed',
          'Expected the task as you opened it, but it has been delegated or given back since. Open it again.',
        )
    },
  })
  return { nextTaskId: await findNextTask(runtime.db, user, task.rootId) }
}

interface ReadTask {
  readonly task: OpenTask
  readonly variables: readonly PlainVariable[]
  readonly extra: readonly Statement[]
}

/** What is to be written; the row alone of a task that belongs to no process. */
async function readTask(
  runtime: Runtime,
  user: User,
  id: string,
  submission: FormSubmission,
): Promise<ReadTask | TaskRow> {
  const { workplaceId, username } = user
  return runtime.db.read(user, async (tx) => {
    const row = await getVisibleTask(tx, user, id)
    if (row.ended_at !== null) throw taskIsOver()
    assertCan(user, 'complete', rightsOf(row))
    const task = readOpenTask(row)
    if (task === null) return row
    const { form, occasion } = await loadTaskForm(runtime, tx, { user, task, timeZone: submission.timeZone })
    const place = { workplaceId, username, instanceId: task.instanceId }
    const uploads = await findUploads(tx, place, listFileIds(form, submission.values))
    const result = readForm(form, submission, occasion, uploads)
    if (result instanceof Refusal) throw result
    const variables = [...result.variables, ...(await readFileVariables(tx, workplaceId, result.files))]
    return { task, variables, extra: keepFilesStatements(place, result.files) }
  })
}
