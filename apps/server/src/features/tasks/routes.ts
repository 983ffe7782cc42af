import { standaloneCalls, taskCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { route } from '../../platform/http/route.ts'
import { checkTask } from './check-task.ts'
import { claimTask, unclaimTask } from './claim-task.ts'
import { completeTask } from './complete-task.ts'
import { countTasks } from './count-tasks.ts'
import { getTask } from './get-task.ts'
import { getTaskHistory } from './get-task-history.ts'
import { listFilters } from './list-filters.ts'
import { listAssigned, listUnclaimed } from './list-tasks.ts'

export function registerTasks(app: FastifyInstance, { db, runtime }: AppContext): void {
  route(app, taskCalls.assigned, ({ user, query }) => listAssigned(db, user, query))
  route(app, taskCalls.unclaimed, ({ user, query }) => listUnclaimed(db, user, query))
  route(app, taskCalls.counts, ({ user, query }) => countTasks(db, user, query))
  route(app, taskCalls.filters, ({ user }) => listFilters(db, user))
  route(app, taskCalls.get, ({ user, params, query }) => getTask(runtime, user, { ...params, ...query }))
  route(app, taskCalls.claim, ({ user, params }) => claimTask(runtime, user, params.id))
  route(app, taskCalls.unclaim, ({ user, params }) => unclaimTask(runtime, user, params.id))
  route(app, taskCalls.complete, ({ user, params, body }) => completeTask(runtime, user, params.id, body))
  route(app, standaloneCalls.checkTask, ({ user, params }) => checkTask(db, user, params.taskId))
  route(app, taskCalls.history, ({ user, params }) => getTaskHistory(runtime, user, params.id))
}
