import type { AnswerOf, taskCalls } from '@millrace/contract'
import { loadTaskForm } from '../../operations/tasks/load-task-form.ts'
import { can, noSuchTask, refuseTask, type TaskRights } from '../../operations/tasks/policy.ts'
import { readPlace } from '../../operations/tasks/task.ts'
import type { User } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { openForm } from '../../runtime/forms/open-form.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { presentTask, presentTime } from './present-task.ts'
import { findTask, readGroupNames, type TaskRow } from './task-queries.ts'

type TaskDetail = AnswerOf<typeof taskCalls.get>

/** A task with its form; one that is over without. */
export async function getTask(
  runtime: Runtime,
  user: User,
  { id, timeZone }: { id: string; timeZone: string },
): Promise<TaskDetail> {
  const { workplaceId } = user
  return runtime.db.read(user, async (tx) => {
    const task = await getVisibleTask(tx, user, id)
    const people = await readPeople(tx, workplaceId, [task.assignee, task.owner, ...task.candidate_users])
    const groupNames = await readGroupNames(tx, workplaceId, task.candidate_groups)
    return {
      ...presentTask(task, people),
      description: task.description,
      taskKey: task.task_key,
      followUpAt: presentTime(task.follow_up_at),
      endedAt: presentTime(task.ended_at),
      owner: people.find(task.owner),
      candidateGroups: task.candidate_groups.map((key) => groupNames.get(key) ?? key),
      candidateUsers: task.candidate_users.map(people.get),
      permissions: permissionsOf(user, task),
      form: await openTaskForm(runtime, tx, user, task, timeZone),
    }
  })
}

/** @throws Refusal when there is none that the user may see. */
export async function getVisibleTask(tx: Tx, user: User, id: string): Promise<TaskRow> {
  const task = await findTask(tx, user.workplaceId, id)
  if (task === null) throw noSuchTask()
  const refusal =
    task.ended_by === user.username && task.ended_at !== null ? null : refuseTask(user, 'see', rightsOf(task))
  if (refusal !== null) throw refusal
  return task
}

export function rightsOf(task: TaskRow): TaskRights {
  const { process_key, assignee, owner, candidate_users, candidate_groups, is_suspended } = task
  return {
    processKey: process_key,
    assignee,
    owner,
    candidateUsers: candidate_users,
    candidateGroups: candidate_groups,
    isSuspended: is_suspended,
  }
}

function permissionsOf(user: User, task: TaskRow): TaskDetail['permissions'] {
  if (task.ended_at !== null) return { claim: false, unclaim: false, complete: false, assign: false }
  const rights = rightsOf(task)
  return {
    claim: task.assignee === null && can(user, 'claim', rights),
    unclaim: can(user, 'unclaim', rights),
    complete: can(user, 'complete', rights),
    assign: can(user, 'assign', rights),
  }
}

async function openTaskForm(
  runtime: Runtime,
  tx: Tx,
  user: User,
  row: TaskRow,
  timeZone: string,
): Promise<TaskDetail['form']> {
  if (row.ended_at !== null) return null
  const { form, occasion } = await loadTaskForm(runtime, tx, { user, task: readPlace(row), timeZone })
  return openForm(form, occasion)
}
