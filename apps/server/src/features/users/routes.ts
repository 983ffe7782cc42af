import { userCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { setManager } from '../../operations/users/set-manager.ts'
import { unlockUser } from '../../operations/users/unlock-user.ts'
import { route } from '../../platform/http/route.ts'
import { listRoutes } from '../../platform/list/list-routes.ts'
import { registerUserAccess } from './access-routes.ts'
import { registerUserAccounts } from './account-routes.ts'
import { registerUserChanges } from './change-routes.ts'
import { users } from './user-list.ts'

export function registerUsers(app: FastifyInstance, context: AppContext): void {
  listRoutes(app, context.db, { calls: userCalls, source: users })
  route(app, userCalls.setManager, ({ request, params, body }) =>
    setManager(context, request, { ref: params, username: body.username }),
  )
  route(app, userCalls.unlock, ({ request, params }) => unlockUser(context, request, params))
  registerUserAccounts(app, context)
  registerUserAccess(app, context)
  registerUserChanges(app, context)
}
