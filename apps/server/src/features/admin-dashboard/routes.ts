import { adminDashboardCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { route } from '../../platform/http/route.ts'
import { getAdminDashboard } from './get-admin-dashboard.ts'
import { getDiagnostics } from './get-diagnostics.ts'

export function registerAdminDashboard(app: FastifyInstance, context: AppContext): void {
  route(app, adminDashboardCalls.get, ({ request, query }) => getAdminDashboard(context, request, query.days))
  route(app, adminDashboardCalls.diagnostics, ({ request }) => getDiagnostics(context, request))
}
