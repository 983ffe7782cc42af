import { userCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { refuse } from '../../platform/errors/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { listUsers } from './list-users.ts'
import { unlockUser } from './unlock-user.ts'

export function registerUsers(app: FastifyInstance, context: AppContext): void {
  route(app, userCalls.list, ({ user, query }) => listUsers(context.db, user.workplaceId, query))

  route(app, userCalls.unlock, async ({ user, params }) => {
    if (!(await unlockUser(context, user, params.id)))
      return refuse('thing.not-found', 'Expected a user of this workplace, but there is none with this id.')
  })
}
