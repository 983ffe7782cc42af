import { definitionCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { cancelSuspension } from '../../operations/processes/cancel-suspension.ts'
import { route } from '../../platform/http/route.ts'
import { listRoutes } from '../../platform/list/list-routes.ts'
import {
  deleteDefinition,
  keepHistoryFor,
  keepOfHistory,
  retryJobsOf,
  setPriorityOf,
  suspendDefinition,
  suspendJobsOf,
} from './change-definition.ts'
import { countElements } from './count-elements.ts'
import { definitions } from './definition-list.ts'
import { getDefinition } from './get-definition.ts'
import { getHeat } from './get-heat.ts'
import { getReport } from './get-report.ts'
import { listCallers } from './list-callers.ts'
import { listDefinitionDecisions } from './list-definition-decisions.ts'

export function registerDefinitions(app: FastifyInstance, context: AppContext): void {
  const { db, runtime } = context
  listRoutes(app, db, { calls: definitionCalls, source: definitions })
  route(app, definitionCalls.get, ({ request, params }) => getDefinition(runtime, request, params.id))
  route(app, definitionCalls.elements, ({ request, params }) => countElements(db, request, params.id))
  route(app, definitionCalls.heat, ({ request, params, query }) => getHeat(db, request, { ...params, ...query }))
  route(app, definitionCalls.decisions, ({ request, params }) => listDefinitionDecisions(runtime, request, params.id))
  route(app, definitionCalls.report, ({ request, params, query }) =>
    getReport(runtime, request, { ...params, ...query }),
  )
  route(app, definitionCalls.callers, ({ request, params }) => listCallers(runtime, request, params.id))
  route(app, definitionCalls.suspend, ({ request, params, body }) =>
    suspendDefinition(context, request, { ...params, ...body }),
  )
  route(app, definitionCalls.cancelSuspension, ({ request, params }) => cancelSuspension(context, request, params))
  route(app, definitionCalls.setTimeToLive, ({ request, params, body }) =>
    keepHistoryFor(context, request, { ...params, ...body }),
  )
  route(app, definitionCalls.setHistoryLevel, ({ request, params, body }) =>
    keepOfHistory(context, request, { ...params, ...body }),
  )
  route(app, definitionCalls.delete, ({ request, params, query }) =>
    deleteDefinition(context, request, { ...params, cascade: query.cascade === 'true' }),
  )
  route(app, definitionCalls.suspendJobs, ({ request, params, body }) =>
    suspendJobsOf(context, request, { ...params, ...body }),
  )
  route(app, definitionCalls.setJobPriority, ({ request, params, body }) =>
    setPriorityOf(context, request, { ...params, ...body }),
  )
  route(app, definitionCalls.retryJobs, ({ request, params, body }) =>
    retryJobsOf(context, request, { ...params, ...body }),
  )
}
