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
  route(app, dashboardCalls.get, ({ request, query }) => getDashboard(context.db, request, { query, countTasks }))
  route(app, dashboardCalls.arrange, ({ request, body }) => arrangeDashboard(context, request, body))
  route(app, dashboardCalls.reset, ({ request }) => resetDashboard(context, request))
  route(app, dashboardCalls.ofRoles, ({ request }) => listRoleDashboards(context.db, request))
  route(app, dashboardCalls.arrangeForRole, ({ request, params, body }) =>
    arrangeRoleDashboard(context, request, { ...params, ...body }),
  )
}
