import { userAccountCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { createUser } from '../../operations/users/create-user.ts'
import { disableUser } from '../../operations/users/disable-user.ts'
import { editUser } from '../../operations/users/edit-user.ts'
import { restoreUser } from '../../operations/users/restore-user.ts'
import { updateRoles } from '../../operations/users/update-roles.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { getUser, readUserAccount } from './get-user.ts'
import { listGroupsInUse } from './groups-in-use.ts'

/** The account of one user: created, changed, disabled and restored. */
export function registerUserAccounts(app: FastifyInstance, context: AppContext): void {
  route(app, userAccountCalls.create, async ({ request, body }) => {
    const { firstName = null, lastName = null, email = null, ...made } = body
    const id = await createUser(context, request, { ...made, firstName, lastName, email, mustChangePassword: true })
    return id instanceof Refusal ? id : readUserAccount(context, request, id)
  })
  route(app, userAccountCalls.groupsInUse, ({ request }) => listGroupsInUse(context.db, request))
  route(app, userAccountCalls.get, ({ request, params }) => getUser(context, request, params.id))
  route(
    app,
    userAccountCalls.save,
    async ({ request, params, body: { revision, ...change } }) =>
      (await editUser(context, request, { ref: params, revision, change })) ??
      readUserAccount(context, request, params.id),
  )
  route(
    app,
    userAccountCalls.disable,
    async ({ request, params, query }) =>
      (await disableUser(context, request, { ref: params, reason: query.deletedReason })) ??
      readUserAccount(context, request, params.id),
  )
  route(
    app,
    userAccountCalls.restore,
    async ({ request, params }) =>
      (await restoreUser(context, request, params)) ?? readUserAccount(context, request, params.id),
  )
  route(app, userAccountCalls.roles, async ({ request, params }) => {
    const account = await getUser(context, request, params.id)
    if (account instanceof Refusal) return account
    const { revision, roles, rolesByGroups } = account
    return { revision, roles, rolesByGroups }
  })
  route(
    app,
    userAccountCalls.updateRoles,
    async ({ request, params: { id, change }, body: { roles, revision } }) =>
      (await updateRoles(context, request, { ref: { id }, roles, change, revision })) ??
      readUserAccount(context, request, id),
  )
}
