import { userAccountCalls, userRightCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { sendPasswordLink } from '../../operations/password-links/send-password-link.ts'
import { createUser } from '../../operations/users/create-user.ts'
import { disableUser } from '../../operations/users/disable-user.ts'
import { editUser } from '../../operations/users/edit-user.ts'
import { restoreUser } from '../../operations/users/restore-user.ts'
import { updateRoles } from '../../operations/users/update-roles.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { publicUrlOf } from '../../platform/http/public-url.ts'
import { recordRoutes } from '../../platform/http/record-routes.ts'
import { route } from '../../platform/http/route.ts'
import { explainRights } from './explain-rights.ts'
import { getUser, readUserAccount } from './get-user.ts'
import { listGroupsInUse } from './groups-in-use.ts'
import { listOwnRolesInUse } from './own-roles-in-use.ts'

/** Registers the calls on accounts of users: create, change, disable and restore. */
export function registerUserAccounts(app: FastifyInstance, context: AppContext): void {
  recordRoutes(app, userAccountCalls, {
    refOf: ({ id }) => id,
    read: (request, id) => getUser(context, request, id),
    readChanged: (request, id) => readUserAccount(context, request, id),
    create: (request, { firstName = null, lastName = null, email = null, invite, ...made }, _, http) =>
      createUser(context, request, {
        ...{ ...made, firstName, lastName, email, mustChangePassword: made.password !== null },
        inviteFrom: invite ? publicUrlOf(context.config, http) : undefined,
      }),
    change: (request, id, { revision, ...change }) => editUser(context, request, { ref: { id }, revision, change }),
    disable: (request, id, reason) => disableUser(context, request, { ref: { id }, reason }),
    restore: (request, id) => restoreUser(context, request, { id }),
  })
  route(app, userAccountCalls.sendPasswordLink, ({ request, params, http }) =>
    sendPasswordLink(context, request, { ref: params, publicUrl: publicUrlOf(context.config, http) }),
  )
  route(app, userRightCalls.explain, ({ request, params, query }) =>
    explainRights(context, request, { ...params, ...query }),
  )
  route(app, userAccountCalls.groupsInUse, ({ request }) => listGroupsInUse(context.db, request))
  route(app, userAccountCalls.ownRolesInUse, ({ request }) => listOwnRolesInUse(context.db, request))
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
