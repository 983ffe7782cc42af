import { definitionCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { route } from '../../platform/http/route.ts'
import { listRoutes } from '../../platform/list/list-routes.ts'
import {
  deleteDefinition,
  keepHistoryFor,
  retryJobsOf,
  setPriorityOf,
  suspendDefinition,
  suspendJobsOf,
} from './change-definition.ts'
import { countElements } from './count-elements.ts'
import { definitions } from './definition-list.ts'
import { getDefinition } from './get-definition.ts'
import { listCallers } from './list-callers.ts'

export function registerDefinitions(app: FastifyInstance, context: AppContext): void {
  const { db, runtime } = context
  listRoutes(app, db, {
    list: definitionCalls.list,
    count: definitionCalls.listCount,
    file: definitionCalls.listExport,
    source: definitions,
  })
  route(app, definitionCalls.get, ({ user, params }) => getDefinition(runtime, user, params.id))
  route(app, definitionCalls.elements, ({ user, params }) => countElements(db, user, params.id))
  route(app, definitionCalls.callers, ({ user, params }) => listCallers(runtime, user, params.id))
  route(app, definitionCalls.suspend, ({ user, params, body }) =>
    suspendDefinition(context, user, { ...params, ...body }),
  )
  route(app, definitionCalls.setTimeToLive, ({ user, params, body }) =>
    keepHistoryFor(context, user, { ...params, ...body }),
  )
  route(app, definitionCalls.delete, ({ user, params, query }) =>
    deleteDefinition(context, user, { ...params, cascade: query.cascade === 'true' }),
  )
  route(app, definitionCalls.suspendJobs, ({ user, params, body }) =>
    suspendJobsOf(context, user, { ...params, ...body }),
  )
  route(app, definitionCalls.setJobPriority, ({ user, params, body }) =>
    setPriorityOf(context, user, { ...params, ...body }),
  )
  route(app, definitionCalls.retryJobs, ({ user, params, body }) => retryJobsOf(context, user, { ...params, ...body }))
}
