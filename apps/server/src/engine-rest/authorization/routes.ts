import { sql } from 'kysely'
import { changeAuthorization } from '../../operations/authorizations/change-authorization.ts'
import { createAuthorization as makeOne } from '../../operations/authorizations/create-authorization.ts'
import { deleteAuthorization as deleteOne } from '../../operations/authorizations/delete-authorization.ts'
import { refuseAuthorization, refuseReading } from '../../operations/authorizations/policy.ts'
import { needScope } from '../../operations/rights.ts'
import { bodyOf } from '../http/body.ts'
import { type Call, get, options, pathOf, post, put, type Route, remove } from '../http/call.ts'
import { orThrow } from '../http/present-refusal.ts'
import { notFound, RestRefusal } from '../http/rest-refusal.ts'
import { presentLinks } from '../identity/links.ts'
import { asId } from '../query/filters.ts'
import { findRow, listRoutes } from '../query/list-query.ts'
import { type AuthorizationRow, authorizationQuery } from './authorization-query.ts'
import { checkAuthorization } from './check-authorization.ts'
import { type AuthorizationType, readFields, readType } from './read-authorization.ts'

/** The calls on Camunda's authorizations: permissions of users, groups and everybody in addition to roles. */
export const authorizationRoutes: readonly Route[] = [
  ...listRoutes('/authorization', authorizationQuery, ['GET'], refuseReading),
  options(
    '/authorization',
    async (call) => presentLinks(call, '/authorization', ['GET list', 'GET count', ...ifKeeper(call, 'POST create')]),
    refuseReading,
  ),
  get('/authorization/check', checkAuthorization, ({ user }) => needScope(user, 'read')),
  post('/authorization/create', createAuthorization),
  get('/authorization/:id', getAuthorization, refuseReading),
  put('/authorization/:id', updateAuthorization),
  remove('/authorization/:id', deleteAuthorization),
  options(
    '/authorization/:id',
    async (call) =>
      presentLinks(call, `/authorization/${pathOf(call, 'id')}`, [
        'GET self',
        ...ifKeeper(call, 'DELETE delete', 'PUT update'),
      ]),
    refuseReading,
  ),
]

function ifKeeper({ request }: Call, ...links: string[]): string[] {
  return refuseAuthorization(request.user) === null ? links : []
}

async function getAuthorization(call: Call): Promise<AuthorizationRow> {
  return findAuthorization(call, pathOf(call, 'id'))
}

async function findAuthorization(call: Call, id: string): Promise<AuthorizationRow> {
  const row = await call.runtime.db.read(call.actor, (tx) =>
    findRow(tx, authorizationQuery, call.request, sql`a.id = ${asId(id)}::uuid`),
  )
  if (row === undefined) throw missing(id)
  return row
}

async function createAuthorization(call: Call): Promise<AuthorizationRow> {
  forKeepers(call)
  const body = bodyOf(call)
  const type = readType(body)
  const input = { type, ...readFields(body, type) }
  const id = orThrow(await makeOne(call.context, call.request, input), refusalTexts)
  return findAuthorization(call, id)
}

async function updateAuthorization(call: Call): Promise<undefined> {
  forKeepers(call)
  const { id, type } = await getAuthorization(call)
  const fields = readFields(bodyOf(call), type as AuthorizationType)
  orThrow(await changeAuthorization(call.context, call.request, { id, fields }), {
    ...refusalTexts,
    gone: () => missing(id),
  })
  return undefined
}

async function deleteAuthorization(call: Call): Promise<undefined> {
  const id = pathOf(call, 'id')
  orThrow(await deleteOne(call.context, call.request, id), { gone: () => missing(id) })
  return undefined
}

/** Checks the role before the request is validated or the object is loaded. @throws Refusal */
function forKeepers({ request }: Call): void {
  const refusal = refuseAuthorization(request.user)
  if (refusal !== null) throw refusal
}

const refusalTexts = {
  answers: {
    'thing.exists': ({ message }: { message: string }) =>
      new RestRefusal(400, 'ProcessEnginePersistenceException', message, 0),
  },
}

function missing(id: string): RestRefusal {
  return notFound(`Authorization with id ${id} does not exist.`)
}
