import { dashboardCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { arrangeDashboard } from '../../operations/dashboards/arrange-dashboard.ts'
import { arrangeRoleDashboard } from '../../operations/dashboards/arrange-role-dashboard.ts'
import { resetDashboard } from '../../operations/dashboards/reset-dashboard.ts'
import { route } from '../../platform/http/route.ts'
import { type CountTasks, getDashboard } from './get-dashboard.ts'
import { listRoleDashboards } from './list-role-dashboards.ts'

export function registerDashboard(app: FastifyInstance, context: AppContext, countTasks: CountTasks): void {
  route(app, dashboardCalls.get, ({ user, query }) => getDashboard(context.db, user, { query, countTasks }))
  route(app, dashboardCalls.arrange, ({ user, body }) => arrangeDashboard(context, user, body))
  route(app, dashboardCalls.reset, ({ user }) => resetDashboard(context, user))
  route(app, dashboardCalls.ofRoles, ({ user }) => listRoleDashboards(context.db, user))
  route(app, dashboardCalls.arrangeForRole, ({ user, params, body }) =>
    arrangeRoleDashboard(context, user, { ...params, ...body }),
  )
}
