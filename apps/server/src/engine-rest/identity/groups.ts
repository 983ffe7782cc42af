import { sql } from 'kysely'
import { bodyOf, textOf } from '../http/body.ts'
import { type Call, get, options, pathOf, post, put, type Route, remove } from '../http/call.ts'
import { notFound, RestRefusal } from '../http/rest-refusal.ts'
import { findRow, listRoutes, runSql } from '../query/list-query.ts'
import { type GroupRow, groupQuery } from './group-query.ts'
import { presentLinks } from './links.ts'
import { checkResourceId } from './resource-id.ts'

export const groupRoutes: readonly Route[] = [
  ...listRoutes('/group', groupQuery),
  options('/group', async (call) => presentLinks(call, '/group', ['GET list', 'GET count', 'POST create'])),
  post('/group/create', createGroup),
  get('/group/:id', getGroup),
  put('/group/:id', updateGroup),
  remove('/group/:id', deleteGroup),
  options('/group/:id', async (call) =>
    presentLinks(call, `/group/${pathOf(call, 'id')}`, ['GET self', 'DELETE delete', 'PUT update']),
  ),
  options('/group/:id/members', async (call) =>
    presentLinks(call, `/group/${pathOf(call, 'id')}/members`, ['DELETE delete', 'PUT create']),
  ),
  put('/group/:id/members/:userId', addMember),
  remove('/group/:id/members/:userId', removeMember),
]

async function getGroup(call: Call): Promise<GroupRow> {
  const { workplaceId } = call.actor
  const id = pathOf(call, 'id')
  const row = await call.runtime.db.read(call.actor, (tx) => findRow(tx, groupQuery, workplaceId, sql`g.key = ${id}`))
  if (row === undefined) throw notFound(`Group with id ${id} does not exist`)
  return row
}

async function createGroup(call: Call): Promise<undefined> {
  const body = bodyOf(call)
  const id = checkResourceId('Group', textOf(body, 'id'), 'groupId')
  const { runtime, actor } = call
  const created = await runtime.db.withTransaction(actor, (tx) =>
    runSql(
      tx,
      sql`insert into user_group (workplace_id, id, key, name, type, created_by)
        values (${actor.workplaceId}::uuid, ${runtime.newId()}::uuid, ${id}, ${textOf(body, 'name') ?? id}, ${textOf(body, 'type')}, ${actor.userId}) on conflict do nothing returning id`,
    ),
  )
  if (created.length === 0) throw new RestRefusal(400, 'BadUserRequestException', 'The group already exists', 0)
  return undefined
}

async function updateGroup(call: Call): Promise<undefined> {
  const group = await getGroup(call)
  const body = bodyOf(call)
  const { workplaceId, userId } = call.actor
  await call.runtime.db.withTransaction(call.actor, (tx) =>
    runSql(
      tx,
      sql`update user_group set name = ${textOf(body, 'name') ?? group.id}, type = ${textOf(body, 'type')}, updated_at = now(), updated_by = ${userId} where workplace_id = ${workplaceId}::uuid and key = ${group.id}`,
    ),
  )
  return undefined
}

/** A group that is not there is as good as deleted. */
async function deleteGroup(call: Call): Promise<undefined> {
  const { workplaceId } = call.actor
  const id = pathOf(call, 'id')
  await call.runtime.db.withTransaction(call.actor, async (tx) => {
    await runSql(tx, sql`delete from tenant_member where workplace_id = ${workplaceId}::uuid and group_id = ${id}`)
    await runSql(tx, sql`delete from user_group where workplace_id = ${workplaceId}::uuid and key = ${id}`)
  })
  return undefined
}

/** The administrators' group of Camunda comes to be with its first member. */
async function addMember(call: Call): Promise<undefined> {
  const { runtime, actor } = call
  const { workplaceId } = actor
  const [group, user] = [pathOf(call, 'id'), pathOf(call, 'userId')]
  await runtime.db.withTransaction(actor, async (tx) => {
    if (group === 'camunda-admin') {
      await runSql(
        tx,
        sql`insert into user_group (workplace_id, id, key, name, type) values (${workplaceId}::uuid, ${runtime.newId()}::uuid, 'camunda-admin', 'Full API', 'SYSTEM') on conflict do nothing`,
      )
    }
    const [found] = await runSql<{ groupId: string | null; userId: string | null }>(
      tx,
      sql`select (select id from user_group where workplace_id = ${workplaceId}::uuid and key = ${group}) as "groupId", (select id from app_user where workplace_id = ${workplaceId}::uuid and username = ${user}) as "userId"`,
    )
    if (found?.userId == null)
      throw new RestRefusal(404, 'NullValueException', `No user found with id '${user}'.: user is null`, 0)
    if (found.groupId === null)
      throw new RestRefusal(404, 'NullValueException', `No group found with id '${group}'.: group is null`, 0)
    const added = await runSql(
      tx,
      sql`insert into group_member (workplace_id, group_id, user_id) values (${workplaceId}::uuid, ${found.groupId}::uuid, ${found.userId}::uuid) on conflict do nothing returning user_id`,
    )
    if (added.length === 0)
      throw new RestRefusal(
        400,
        'ProcessEnginePersistenceException',
        `Expected ${user} not to be in ${group} yet, but the user is.`,
        0,
      )
  })
  return undefined
}

async function removeMember(call: Call): Promise<undefined> {
  const { workplaceId } = call.actor
  await call.runtime.db.withTransaction(call.actor, (tx) =>
    runSql(
      tx,
      sql`delete from group_member m using user_group g, app_user u where m.workplace_id = ${workplaceId}::uuid and g.workplace_id = m.workplace_id and g.id = m.group_id and g.key = ${pathOf(call, 'id')}
        and u.workplace_id = m.workplace_id and u.id = m.user_id and u.username = ${pathOf(call, 'userId')}`,
    ),
  )
  return undefined
}
