import { incidentGroupCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { cancelRetries } from '../../operations/incident-groups/cancel-retries.ts'
import { changeGroup } from '../../operations/incident-groups/change-group.ts'
import { retryGroup } from '../../operations/incident-groups/retry-group.ts'
import { retryIncident } from '../../operations/incidents/retry-incident.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { listRoutes } from '../../platform/list/list-routes.ts'
import { findBatch, getBatch } from './batches.ts'
import { getGroup, listGroupIncidents } from './get-group.ts'
import { createGroupSource } from './group-list.ts'

export function registerIncidentGroups(app: FastifyInstance, context: AppContext): void {
  const { db, runtime } = context
  listRoutes(app, db, {
    list: incidentGroupCalls.list,
    count: incidentGroupCalls.listCount,
    file: incidentGroupCalls.listExport,
    source: createGroupSource(runtime.clock),
  })
  route(app, incidentGroupCalls.get, ({ user, params }) => getGroup(runtime, user, params.id))
  route(app, incidentGroupCalls.incidents, ({ user, params, query }) =>
    listGroupIncidents(runtime, user, { ...params, ...query }),
  )
  route(app, incidentGroupCalls.save, ({ user, params, body }) => changeGroup(context, user, { ...params, ...body }))
  route(app, incidentGroupCalls.retry, ({ user, params }) =>
    retryIncident(context, user, { id: null, incidentId: params.id }),
  )
  route(app, incidentGroupCalls.retryAll, async ({ user, params }) => {
    const id = await retryGroup(context, user, params.id)
    return id instanceof Refusal ? id : findBatch(db, user, id)
  })
  route(app, incidentGroupCalls.batch, ({ user, params, query }) => getBatch(db, user, { ...params, ...query }))
  route(
    app,
    incidentGroupCalls.cancelBatch,
    async ({ user, params }) => (await cancelRetries(context, user, params.id)) ?? findBatch(db, user, params.id),
  )
}
