import { sql } from 'kysely'
import { addGroupMember } from '../../operations/groups/add-group-member.ts'
import { changeGroup } from '../../operations/groups/change-group.ts'
import { createGroup as makeGroup } from '../../operations/groups/create-group.ts'
import { deleteGroup as deleteOneGroup } from '../../operations/groups/delete-group.ts'
import { removeGroupMember } from '../../operations/groups/remove-group-member.ts'
import { bodyOf, textOf } from '../http/body.ts'
import { type Call, get, options, pathOf, post, put, type Route, remove } from '../http/call.ts'
import { orThrow } from '../http/present-refusal.ts'
import { notFound, RestRefusal } from '../http/rest-refusal.ts'
import { findRow, listRoutes } from '../query/list-query.ts'
import { type GroupRow, groupQuery } from './group-query.ts'
import { presentLinks } from './links.ts'
import { readersOfGroupList, readersOfPeople } from './readers.ts'
import { checkResourceId } from './resource-id.ts'

export const groupRoutes: readonly Route[] = [
  ...listRoutes('/group', groupQuery, ['GET'], readersOfGroupList),
  ...listRoutes('/group', groupQuery, ['POST'], readersOfPeople),
  options(
    '/group',
    async (call) => presentLinks(call, '/group', ['GET list', 'GET count', 'POST create']),
    readersOfPeople,
  ),
  post('/group/create', createGroup),
  get('/group/:id', getGroup, readersOfPeople),
  put('/group/:id', updateGroup),
  remove('/group/:id', deleteGroup),
  options(
    '/group/:id',
    async (call) => presentLinks(call, `/group/${pathOf(call, 'id')}`, ['GET self', 'DELETE delete', 'PUT update']),
    readersOfPeople,
  ),
  options(
    '/group/:id/members',
    async (call) => presentLinks(call, `/group/${pathOf(call, 'id')}/members`, ['DELETE delete', 'PUT create']),
    readersOfPeople,
  ),
  put('/group/:id/members/:userId', addMember),
  remove('/group/:id/members/:userId', removeMember),
]

async function getGroup(call: Call): Promise<GroupRow> {
  const id = pathOf(call, 'id')
  const row = await call.runtime.db.read(call.actor, (tx) => findRow(tx, groupQuery, call.request, sql`g.key = ${id}`))
  if (row === undefined) throw groupMissing(id)
  return row
}

async function createGroup(call: Call): Promise<undefined> {
  const body = bodyOf(call)
  const key = checkResourceId('Group', textOf(body, 'id'), 'groupId')
  const input = { key, name: textOf(body, 'name') ?? key, type: textOf(body, 'type') }
  orThrow(await makeGroup(call.context, call.request, input, { mayShareName: true }), {
    answers: {
      'thing.key-taken': () => new RestRefusal(400, 'BadUserRequestException', 'The group already exists', 0),
    },
  })
  return undefined
}

async function updateGroup(call: Call): Promise<undefined> {
  const body = bodyOf(call)
  const key = pathOf(call, 'id')
  const input = { ref: { key }, fields: { name: textOf(body, 'name') ?? key, type: textOf(body, 'type') } }
  orThrow(await changeGroup(call.context, call.request, input, { mayShareName: true }), {
    gone: () => groupMissing(key),
  })
  return undefined
}

/** A group that does not exist is as good as deleted. */
async function deleteGroup(call: Call): Promise<undefined> {
  const outcome = await deleteOneGroup(call.context, call.request, pathOf(call, 'id'))
  if (outcome?.code !== 'thing.not-found') orThrow(outcome)
  return undefined
}

async function addMember(call: Call): Promise<undefined> {
  const [group, username] = [pathOf(call, 'id'), pathOf(call, 'userId')]
  orThrow(await addGroupMember(call.context, call.request, { group, username }), {
    answers: {
      'thing.not-found': ({ details: [missing] }) =>
        new RestRefusal(
          404,
          'NullValueException',
          missing?.where === 'group'
            ? `No group found with id '${group}'.: group is null`
            : `No user found with id '${username}'.: user is null`,
          0,
        ),
      'thing.exists': ({ message }) => new RestRefusal(400, 'ProcessEnginePersistenceException', message, 0),
    },
  })
  return undefined
}

/** A user who is not in the group is as good as taken out. */
async function removeMember(call: Call): Promise<undefined> {
  const membership = { group: pathOf(call, 'id'), username: pathOf(call, 'userId') }
  const outcome = await removeGroupMember(call.context, call.request, membership)
  if (outcome?.code !== 'thing.not-found') orThrow(outcome)
  return undefined
}

function groupMissing(id: string): RestRefusal {
  return notFound(`Group with id ${id} does not exist`)
}
