import type { AnswerOf, taskCalls } from '@millrace/contract'
import { refuseInstance } from '../../operations/instances/policy.ts'
import { loadTaskFormWithBasis } from '../../operations/tasks/load-task-form.ts'
import { can, noSuchTask, refuseTask, rightsOf } from '../../operations/tasks/policy.ts'
import { readPlace } from '../../operations/tasks/task.ts'
import type { Request } from '../../platform/auth/request.ts'
import { withoutHiding } from '../../platform/auth/restricted.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { findDraft } from '../../runtime/forms/drafts.ts'
import { findCompletedBefore } from '../../runtime/forms/sent-before.ts'
import { readGroupNames } from '../../runtime/rights/group-names.ts'
import { readInstanceRights } from '../../runtime/rights/instance-rights.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { openFormInThread } from '../../runtime/threads/fill-form.ts'
import { presentTask, presentTime } from './present-task.ts'
import { findTask, type TaskRow } from './task-queries.ts'

type TaskDetail = AnswerOf<typeof taskCalls.get>

const delegations: Readonly<Record<string, TaskDetail['delegation']>> = { PENDING: 'pending', RESOLVED: 'resolved' }

/** Returns a task with its form; a completed task without the form. */
export async function getTask(
  runtime: Runtime,
  request: Request,
  { id, timeZone }: { id: string; timeZone: string },
): Promise<TaskDetail> {
  const { user } = request
  const { workplaceId } = user
  const { detail, opened, draft, before } = await runtime.db.read(withoutHiding(request), async (tx) => {
    const task = await getVisibleTask(tx, user, id)
    const isOver = task.ended_at !== null
    const permissions = permissionsOf(user, task)
    const [people, groupNames, opened, draft, before, seeProcess] = await Promise.all([
      readPeople(tx, workplaceId, [task.assignee, task.owner, ...task.candidate_users]),
      readGroupNames(tx, workplaceId, task.candidate_groups),
      isOver ? null : loadTaskFormWithBasis(runtime, tx, { user, task: readPlace(task), timeZone }),
      isOver ? null : findDraft(tx, { workplaceId, userId: user.id, kind: 'task', subject: task.id }),
      permissions.complete ? findCompletedBefore(tx, user, task) : null,
      seesProcess(tx, user, task),
    ])
    const detail = {
      ...presentTask(task, people, user),
      description: task.description,
      taskKey: task.task_key,
      endedAt: presentTime(task.ended_at),
      owner: people.find(task.owner),
      delegation: delegations[task.delegation ?? ''] ?? null,
      candidateGroups: task.candidate_groups.map((key) => groupNames.get(key) ?? key),
      candidateUsers: task.candidate_users.map(people.get),
      permissions: { ...permissions, seeProcess },
    }
    return { detail, opened, draft, before }
  })
  // After the reading: it may take a while, and holds no connection.
  if (opened === null) return { ...detail, form: null }
  const { basis } = opened
  const form = await openFormInThread(runtime, workplaceId, opened.form, { ...opened.occasion, draft, basis })
  return { ...detail, form: before === null ? form : { ...form, sentBefore: before } }
}

/** Finds a task. @throws Refusal when it does not exist for the user. */
export async function getVisibleTask(tx: Tx, user: Person, id: string): Promise<TaskRow> {
  const task = await findTask(tx, user.workplaceId, id)
  if (task === null) throw noSuchTask()
  const refusal =
    task.ended_by === user.username && task.ended_at !== null ? null : refuseTask(user, 'see', rightsOf(task))
  if (refusal !== null) throw refusal
  return task
}

/**
 * Whether the instance is for the user too: who has to do with the task themselves is involved in it, who stands in for
 * somebody may have to do with it otherwise.
 */
async function seesProcess(tx: Tx, user: Person, task: TaskRow): Promise<boolean> {
  const { instance_id: id, process_key: processKey, assignee, owner, ended_by } = task
  if (id === null) return false
  const isInvolved =
    [assignee, owner, ended_by, ...task.candidate_users].includes(user.username) ||
    task.candidate_groups.some((group) => user.groups.includes(group))
  if (refuseInstance(user, 'see', { processKey, starters: [], isInvolved }) === null) return true
  return refuseInstance(user, 'see', await readInstanceRights(tx, user, { id })) === null
}

const noPermissions = {
  ...{ claim: false, unclaim: false, complete: false, delegate: false },
  ...{ assign: false, plan: false, share: false, own: false },
}

function permissionsOf(user: Person, task: TaskRow): Omit<TaskDetail['permissions'], 'seeProcess'> {
  if (task.ended_at !== null) return noPermissions
  const rights = rightsOf(task)
  return {
    claim: task.assignee !== user.username && can(user, 'claim', rights),
    unclaim: can(user, 'unclaim', rights),
    complete: can(user, 'complete', rights),
    delegate: can(user, 'delegate', rights) && task.assignee !== null,
    assign: can(user, 'assign', rights),
    plan: can(user, 'plan', rights),
    share: can(user, 'share', rights),
    own: task.process_key === null && can(user, 'own', rights),
  }
}
