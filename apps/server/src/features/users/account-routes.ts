import { userAccountCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { createUser } from '../../operations/users/create-user.ts'
import { disableUser } from '../../operations/users/disable-user.ts'
import { editUser } from '../../operations/users/edit-user.ts'
import { restoreUser } from '../../operations/users/restore-user.ts'
import { updateRoles } from '../../operations/users/update-roles.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { recordRoutes } from '../../platform/http/record-routes.ts'
import { route } from '../../platform/http/route.ts'
import { getUser, readUserAccount } from './get-user.ts'
import { listGroupsInUse } from './groups-in-use.ts'

/** The account of one user: created, changed, disabled and restored. */
export function registerUserAccounts(app: FastifyInstance, context: AppContext): void {
  recordRoutes(app, userAccountCalls, {
    refOf: ({ id }) => id,
    read: (user, id) => getUser(context, user, id),
    readChanged: (user, id) => readUserAccount(context, user, id),
    create: (user, { firstName = null, lastName = null, email = null, ...made }) =>
      createUser(context, user, { ...made, firstName, lastName, email, mustChangePassword: true }),
    change: (user, id, { revision, ...change }) => editUser(context, user, { ref: { id }, revision, change }),
    disable: (user, id, reason) => disableUser(context, user, { ref: { id }, reason }),
    restore: (user, id) => restoreUser(context, user, { id }),
  })
  route(app, userAccountCalls.groupsInUse, ({ user }) => listGroupsInUse(context.db, user))
  route(app, userAccountCalls.roles, async ({ user, params }) => {
    const account = await getUser(context, user, params.id)
    if (account instanceof Refusal) return account
    const { revision, roles, rolesByGroups } = account
    return { revision, roles, rolesByGroups }
  })
  route(
    app,
    userAccountCalls.updateRoles,
    async ({ user, params: { id, change }, body: { roles, revision } }) =>
      (await updateRoles(context, user, { ref: { id }, roles, change, revision })) ??
      readUserAccount(context, user, id),
  )
}
