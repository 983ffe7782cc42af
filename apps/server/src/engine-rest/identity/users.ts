import { sql } from 'kysely'
import { changeUser } from '../../operations/users/change-user.ts'
import { checkUserPassword } from '../../operations/users/check-user-password.ts'
import { createUser as createUserAccount } from '../../operations/users/create-user.ts'
import { deleteUser as deleteAccount } from '../../operations/users/delete-user.ts'
import { setUserPassword } from '../../operations/users/set-user-password.ts'
import { unlockUser } from '../../operations/users/unlock-user.ts'
import { asBody, bodyOf, textOf } from '../http/body.ts'
import { type Call, get, options, pathOf, post, put, type Route, remove } from '../http/call.ts'
import { orThrow } from '../http/present-refusal.ts'
import { notFound, RestRefusal } from '../http/rest-refusal.ts'
import { findRow, listRoutes } from '../query/list-query.ts'
import { presentLinks } from './links.ts'
import { readersOfPeople, readersOfPerson } from './readers.ts'
import { checkResourceId } from './resource-id.ts'
import { type UserRow, userQuery } from './user-query.ts'

export const userRoutes: readonly Route[] = [
  ...listRoutes('/user', userQuery, ['GET'], readersOfPeople),
  options(
    '/user',
    async (call) => presentLinks(call, '/user', ['GET list', 'GET count', 'POST create']),
    readersOfPeople,
  ),
  post('/user/create', createUser),
  options(
    '/user/:id',
    async (call) => presentLinks(call, `/user/${pathOf(call, 'id')}`, ['GET self', 'DELETE delete', 'PUT update']),
    readersOfPeople,
  ),
  remove('/user/:id', deleteUser),
  get('/user/:id/profile', getUser, readersOfPerson),
  put('/user/:id/profile', updateProfile),
  put('/user/:id/credentials', changePassword),
  post('/user/:id/unlock', unlock),
]

async function getUser(call: Call): Promise<UserRow> {
  const id = pathOf(call, 'id')
  const row = await call.runtime.db.read(call.actor, (tx) =>
    findRow(tx, userQuery, call.request, sql`u.username = ${id}`),
  )
  if (row === undefined) throw userMissing(id)
  return row
}

async function createUser(call: Call): Promise<undefined> {
  const body = bodyOf(call)
  const profile = asBody(body.profile)
  const username = checkResourceId('User', textOf(profile, 'id'), 'userId')
  const input = {
    username,
    firstName: textOf(profile, 'firstName'),
    lastName: textOf(profile, 'lastName'),
    email: textOf(profile, 'email'),
    password: textOf(asBody(body.credentials), 'password'),
  }
  orThrow(await createUserAccount(call.context, call.request, input), {
    answers: {
      'thing.name-taken': () => new RestRefusal(400, 'BadUserRequestException', 'The user already exists', 0),
      'password.weak': tooWeak,
    },
  })
  return undefined
}

/** A user who does not exist is as good as deleted. */
async function deleteUser(call: Call): Promise<undefined> {
  const outcome = await deleteAccount(call.context, call.request, { username: pathOf(call, 'id') })
  if (outcome?.code !== 'thing.not-found') orThrow(outcome)
  return undefined
}

async function updateProfile(call: Call): Promise<undefined> {
  const body = bodyOf(call)
  const ref = { username: pathOf(call, 'id') }
  const change = {
    firstName: textOf(body, 'firstName'),
    lastName: textOf(body, 'lastName'),
    email: textOf(body, 'email'),
  }
  orThrow(await changeUser(call.context, call.request, { ref, change }), { gone: () => userMissing(ref.username) })
  return undefined
}

async function changePassword(call: Call): Promise<undefined> {
  const body = bodyOf(call)
  const password = textOf(body, 'password')
  if (password === null || password === '')
    throw new RestRefusal(400, 'InvalidRequestException', 'Expected a password, but there is none.')
  const ref = { username: pathOf(call, 'id') }
  const own = textOf(body, 'authenticatedUserPassword')
  if (own !== null) await confirmOwnPassword(call, own)
  orThrow(await setUserPassword(call.context, call.request, { ref, password }), {
    gone: () => userMissing(ref.username),
    answers: { 'password.weak': tooWeak },
  })
  return undefined
}

/** Checks the password of the caller where the call has one, as Camunda does. */
async function confirmOwnPassword(call: Call, password: string): Promise<void> {
  const { username } = call.request.user
  const input = { username, password, address: call.address }
  if (orThrow(await checkUserPassword(call.context, call.request, input))) return
  throw new RestRefusal(400, 'InvalidRequestException', 'The given authenticated user password is not valid.')
}

async function unlock(call: Call): Promise<undefined> {
  const username = pathOf(call, 'id')
  orThrow(await unlockUser(call.context, call.request, { username }), { gone: () => userMissing(username) })
  return undefined
}

function tooWeak({ message }: { readonly message: string }): RestRefusal {
  return new RestRefusal(400, 'InvalidRequestException', message)
}

function userMissing(id: string): RestRefusal {
  return notFound(`User with id ${id} does not exist`)
}
