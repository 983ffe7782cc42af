import { sql } from 'kysely'
import { linkTask } from '../../runtime/execute/change-task.ts'
import { bodyOf, textOf } from '../http/body.ts'
import type { Call } from '../http/call.ts'
import { RestRefusal } from '../http/rest-refusal.ts'
import { runSql } from '../query/list-query.ts'
import { type FoundTask, getTask } from './find-task.ts'
import { change, changeCommand } from './task-actions.ts'

interface IdentityLink {
  readonly userId: string | null
  readonly groupId: string | null
  readonly type: string
}

/** Everybody who has to do with a task: assignee, owner, candidates and roles of the user's own. */
export async function listIdentityLinks(call: Call): Promise<unknown> {
  const task = await getTask(call)
  const { workplaceId } = call.actor
  const own = await call.runtime.db.withTransaction(workplaceId, (tx) =>
    runSql<IdentityLink>(
      tx,
      sql`select user_id as "userId", group_id as "groupId", type from task_link where workplace_id = ${workplaceId}::uuid and task_id = ${task.id}::uuid order by type`,
    ),
  )
  const user = (type: string, userId: string | null): IdentityLink[] =>
    userId === null ? [] : [{ userId, groupId: null, type }]
  const links = [
    ...user('assignee', task.assignee),
    ...user('owner', task.owner),
    ...task.candidateUsers.flatMap((id) => user('candidate', id)),
    ...task.candidateGroups.map((groupId) => ({ userId: null, groupId, type: 'candidate' })),
    ...own,
  ]
  const { type } = call.query
  return type === undefined ? links : links.filter((link) => link.type === type)
}

export async function addIdentityLink(call: Call): Promise<undefined> {
  const task = await getTask(call)
  const link = readLink(call)
  switch (link.type) {
    case 'assignee':
      return change(call, task, changeCommand(task, { assignee: link.userId }, 'Assign'))
    case 'owner':
      return change(call, task, changeCommand(task, { owner: link.userId }, 'SetOwner'))
    case 'candidate':
      return changeCandidates(call, task, link, (ids, id) => [...ids.filter((other) => other !== id), id])
    default:
      await linkTask(call.runtime, call.actor, { ...link, taskId: task.id, operation: 'add' })
      return undefined
  }
}

export async function deleteIdentityLink(call: Call): Promise<undefined> {
  const task = await getTask(call)
  const link = readLink(call)
  switch (link.type) {
    case 'assignee':
      return change(call, task, changeCommand(task, { assignee: null }, 'Assign'))
    case 'owner':
      return change(call, task, changeCommand(task, { owner: null }, 'SetOwner'))
    case 'candidate':
      return changeCandidates(call, task, link, (ids, id) => ids.filter((other) => other !== id))
    default:
      await linkTask(call.runtime, call.actor, { ...link, taskId: task.id, operation: 'delete' })
      return undefined
  }
}

async function changeCandidates(
  call: Call,
  task: FoundTask,
  { userId, groupId }: IdentityLink,
  alter: (ids: readonly string[], id: string) => string[],
): Promise<undefined> {
  const patch =
    userId === null
      ? { candidateGroups: alter(task.candidateGroups, groupId ?? '') }
      : { candidateUsers: alter(task.candidateUsers, userId) }
  return change(call, task, changeCommand(task, patch, 'Candidates'))
}

function readLink(call: Call): IdentityLink {
  const body = bodyOf(call)
  const link = { userId: textOf(body, 'userId'), groupId: textOf(body, 'groupId'), type: textOf(body, 'type') }
  if (link.userId !== null && link.groupId !== null)
    throw new RestRefusal(400, 'InvalidRequestException', 'Identity Link requires userId or groupId, but not both.')
  if (link.userId === null && link.groupId === null)
    throw new RestRefusal(400, 'InvalidRequestException', 'Identity Link requires userId or groupId.')
  if (link.type === null) throw new RestRefusal(400, 'NullValueException', 'type is null', 0)
  return { ...link, type: link.type }
}
