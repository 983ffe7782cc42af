import { sql } from 'kysely'
import { noInstance } from '../../runtime/execute/standalone-tasks.ts'
import { bodyOf, textOf } from '../http/body.ts'
import type { Call } from '../http/call.ts'
import { RestRefusal } from '../http/rest-refusal.ts'
import type { Sql } from '../query/filters.ts'
import { runSql } from '../query/list-query.ts'
import { touchStatement } from './comments.ts'
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
  const own = await call.runtime.db.read(call.actor, (tx) =>
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
      return change(call, task, changeCommand(task, { assignee: link.userId }, 'Assign'), { assignee: link.userId })
    case 'owner':
      return change(call, task, changeCommand(task, { owner: link.userId }, 'SetOwner'), { owner: link.userId })
    case 'candidate':
      return changeCandidates(call, task, link, (ids, id) => [...ids.filter((other) => other !== id), id])
    default:
      return writeLink(
        call,
        task,
        { link, operation: 'add' },
        sql`insert into task_link (workplace_id, task_id, type, user_id, group_id)
        values (${call.actor.workplaceId}::uuid, ${task.id}::uuid, ${link.type}, ${link.userId}, ${link.groupId}) on conflict do nothing returning task_id`,
      )
  }
}

export async function deleteIdentityLink(call: Call): Promise<undefined> {
  const task = await getTask(call)
  const link = readLink(call)
  switch (link.type) {
    case 'assignee':
      return change(call, task, changeCommand(task, { assignee: null }, 'Assign'), { assignee: null })
    case 'owner':
      return change(call, task, changeCommand(task, { owner: null }, 'SetOwner'), { owner: null })
    case 'candidate':
      return changeCandidates(call, task, link, (ids, id) => ids.filter((other) => other !== id))
    default:
      return writeLink(
        call,
        task,
        { link, operation: 'delete' },
        sql`delete from task_link where workplace_id = ${call.actor.workplaceId}::uuid and task_id = ${task.id}::uuid and type = ${link.type}
        and user_id is not distinct from ${link.userId} and group_id is not distinct from ${link.groupId} returning task_id`,
      )
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
  return change(call, task, changeCommand(task, patch, 'Candidates'), patch)
}

/** A role of the user's own naming: kept beside the task, and in history as a fact. */
async function writeLink(
  call: Call,
  task: FoundTask,
  change: { link: IdentityLink; operation: 'add' | 'delete' },
  statement: Sql,
): Promise<undefined> {
  const { runtime, actor } = call
  const { workplaceId, userId } = actor
  const at = runtime.clock().toISOString()
  await runtime.db.withTransaction(actor, async (tx) => {
    const changed = await runSql(tx, statement)
    if (changed.length === 0) return
    await tx.batch([touchStatement(call, task.id)])
    await runSql(
      tx,
      sql`insert into history_fact (workplace_id, instance_id, id, at, kind, subject_id, element_id, user_id, data) values (${workplaceId}::uuid, ${task.instanceId ?? noInstance}::uuid, ${runtime.newId()}::uuid,
        ${at}::timestamptz, 'task-link', ${task.id}::uuid, ${task.elementId}::uuid, ${userId}, ${JSON.stringify({ ...change.link, operation: change.operation })}::jsonb)`,
    )
  })
  return undefined
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
