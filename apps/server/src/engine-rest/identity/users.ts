import { sql } from 'kysely'
import { hashPassword } from '../../platform/auth/password.ts'
import { asBody, bodyOf, textOf } from '../http/body.ts'
import { type Call, get, options, pathOf, post, put, type Route, remove } from '../http/call.ts'
import { notFound, RestRefusal } from '../http/rest-refusal.ts'
import { findRow, listRoutes, runSql } from '../query/list-query.ts'
import { presentLinks } from './links.ts'
import { checkResourceId } from './resource-id.ts'
import { type UserRow, userQuery } from './user-query.ts'

export const userRoutes: readonly Route[] = [
  ...listRoutes('/user', userQuery, ['GET']),
  options('/user', async (call) => presentLinks(call, '/user', ['GET list', 'GET count', 'POST create'])),
  post('/user/create', createUser),
  options('/user/:id', async (call) =>
    presentLinks(call, `/user/${pathOf(call, 'id')}`, ['GET self', 'DELETE delete', 'PUT update']),
  ),
  remove('/user/:id', deleteUser),
  get('/user/:id/profile', getUser),
  put('/user/:id/profile', updateProfile),
  put('/user/:id/credentials', changePassword),
  post('/user/:id/unlock', unlock),
]

async function getUser(call: Call): Promise<UserRow> {
  const { workplaceId } = call.actor
  const id = pathOf(call, 'id')
  const row = await call.runtime.db.read(call.actor, (tx) =>
    findRow(tx, userQuery, workplaceId, sql`u.username = ${id}`),
  )
  if (row === undefined) throw notFound(`User with id ${id} does not exist`)
  return row
}

async function createUser(call: Call): Promise<undefined> {
  const body = bodyOf(call)
  const profile = asBody(body.profile)
  const id = checkResourceId('User', textOf(profile, 'id'), 'userId')
  const password = textOf(asBody(body.credentials), 'password')
  const hash = password === null ? null : await hashPassword(password)
  const { runtime, actor } = call
  const userId = runtime.newId()
  const created = await runtime.db.withTransaction(actor, (tx) =>
    runSql(
      tx,
      sql`with made as (insert into app_user (workplace_id, id, username, email, first_name, last_name, password_hash, created_by)
            values (${actor.workplaceId}::uuid, ${userId}::uuid, ${id}, ${textOf(profile, 'email')}, ${textOf(profile, 'firstName')}, ${textOf(profile, 'lastName')}, ${hash}, ${actor.userId})
            on conflict do nothing returning workplace_id, id)
          insert into user_role (workplace_id, user_id, role) select workplace_id, id, 'RoleUser' from made returning user_id`,
    ),
  )
  if (created.length === 0) throw new RestRefusal(400, 'BadUserRequestException', 'The user already exists', 0)
  return undefined
}

/** A user who is not there is as good as deleted. */
async function deleteUser(call: Call): Promise<undefined> {
  const { workplaceId } = call.actor
  const id = pathOf(call, 'id')
  await call.runtime.db.withTransaction(call.actor, async (tx) => {
    await runSql(tx, sql`delete from tenant_member where workplace_id = ${workplaceId}::uuid and user_id = ${id}`)
    await runSql(tx, sql`delete from app_user where workplace_id = ${workplaceId}::uuid and username = ${id}`)
  })
  return undefined
}

async function updateProfile(call: Call): Promise<undefined> {
  await getUser(call)
  const body = bodyOf(call)
  const { workplaceId, userId } = call.actor
  await call.runtime.db.withTransaction(call.actor, (tx) =>
    runSql(
      tx,
      sql`update app_user set first_name = ${textOf(body, 'firstName')}, last_name = ${textOf(body, 'lastName')}, email = ${textOf(body, 'email')}, updated_at = now(), updated_by = ${userId}
        where workplace_id = ${workplaceId}::uuid and username = ${pathOf(call, 'id')}`,
    ),
  )
  return undefined
}

async function changePassword(call: Call): Promise<undefined> {
  await getUser(call)
  const password = textOf(bodyOf(call), 'password')
  if (password === null || password === '')
    throw new RestRefusal(400, 'InvalidRequestException', 'Expected a password, but there is none.')
  const hash = await hashPassword(password)
  const { workplaceId } = call.actor
  await call.runtime.db.withTransaction(call.actor, (tx) =>
    runSql(
      tx,
      // Whoever knew the old one must not go on in a session that began with it.
      sql`with changed as (update app_user set password_hash = ${hash}, must_change_password = false, updated_at = now()
            where workplace_id = ${workplaceId}::uuid and username = ${pathOf(call, 'id')} returning id)
          delete from session where workplace_id = ${workplaceId}::uuid and user_id in (select id from changed)`,
    ),
  )
  return undefined
}

async function unlock(call: Call): Promise<undefined> {
  await getUser(call)
  const { workplaceId } = call.actor
  await call.runtime.db.withTransaction(call.actor, (tx) =>
    runSql(
      tx,
      sql`update app_user set failed_tries = 0, locked_until = null, status = case when status = 'locked' then 'enabled' else status end
        where workplace_id = ${workplaceId}::uuid and username = ${pathOf(call, 'id')}`,
    ),
  )
  return undefined
}
