import { dashboardCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { arrangeDashboard } from '../../operations/dashboards/arrange-dashboard.ts'
import { route } from '../../platform/http/route.ts'
import { type CountTasks, getDashboard } from './get-dashboard.ts'

export function registerDashboard(app: FastifyInstance, context: AppContext, countTasks: CountTasks): void {
  route(app, dashboardCalls.get, ({ user, query }) => getDashboard(context.db, user, { query, countTasks }))
  route(app, dashboardCalls.arrange, ({ user, body }) => arrangeDashboard(context, user, body))
}
