import { sql } from 'kysely'
import { changeTaskLink } from '../../operations/tasks/change-task-link.ts'
import { bodyOf, textOf } from '../http/body.ts'
import { type Call, pathOf } from '../http/call.ts'
import { orThrow } from '../http/present-refusal.ts'
import { RestRefusal } from '../http/rest-refusal.ts'
import { asId } from '../query/filters.ts'
import { runSql } from '../query/list-query.ts'
import { getTask } from './find-task.ts'
import { refusalTextsOf } from './refusal-texts.ts'

interface IdentityLink {
  readonly userId: string | null
  readonly groupId: string | null
  readonly type: string
}

/** Lists the users and groups of a task: assignee, owner, candidates, and the roles of the caller. */
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
  return changeLink(call, 'add')
}

export async function deleteIdentityLink(call: Call): Promise<undefined> {
  return changeLink(call, 'delete')
}

async function changeLink(call: Call, operation: 'add' | 'delete'): Promise<undefined> {
  const id = pathOf(call, 'id')
  const input = { id: asId(id), link: readLink(call), operation }
  orThrow(await changeTaskLink(call.context, call.request, input), refusalTextsOf(id))
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
