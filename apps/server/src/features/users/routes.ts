import { userCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { unlockUser } from '../../operations/users/unlock-user.ts'
import { route } from '../../platform/http/route.ts'
import { listUsers } from './list-users.ts'

export function registerUsers(app: FastifyInstance, context: AppContext): void {
  route(app, userCalls.list, ({ user, query }) => listUsers(context.db, user.workplaceId, query))
  route(app, userCalls.unlock, ({ user, params }) => unlockUser(context, user, params))
}
