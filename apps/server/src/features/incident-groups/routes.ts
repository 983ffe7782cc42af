import { incidentGroupCalls } from '@millrace/contract'
import type { PlainVariable } from '@millrace/engine'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { cancelRetries } from '../../operations/incident-groups/cancel-retries.ts'
import { changeGroup } from '../../operations/incident-groups/change-group.ts'
import { retryGroup } from '../../operations/incident-groups/retry-group.ts'
import { completeIncident } from '../../operations/incidents/complete-incident.ts'
import { retryIncident } from '../../operations/incidents/retry-incident.ts'
import { readWrittenValue } from '../../operations/variables/read-written-value.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { listRoutes } from '../../platform/list/list-routes.ts'
import { findBatch, getBatch } from './batches.ts'
import { getGroup, listGroupIncidents } from './get-group.ts'
import { createGroupSource } from './group-list.ts'

export function registerIncidentGroups(app: FastifyInstance, context: AppContext): void {
  const { db, runtime } = context
  listRoutes(app, db, { calls: incidentGroupCalls, source: createGroupSource(runtime.clock) })
  route(app, incidentGroupCalls.get, ({ request, params }) => getGroup(runtime, request, params.id))
  route(app, incidentGroupCalls.incidents, ({ request, params, query }) =>
    listGroupIncidents(runtime, request, { ...params, ...query }),
  )
  route(app, incidentGroupCalls.save, ({ request, params, body }) =>
    changeGroup(context, request, { ...params, ...body }),
  )
  route(app, incidentGroupCalls.retry, ({ request, params }) =>
    retryIncident(context, request, { id: null, incidentId: params.id }),
  )
  route(app, incidentGroupCalls.complete, async ({ request, params, body }) => {
    const variables: PlainVariable[] = []
    for (const { name, type, text } of body.variables) {
      const value = readWrittenValue(type, text)
      if (value instanceof Refusal) return value
      variables.push({ name, value })
    }
    return completeIncident(context, request, { ...params, variables })
  })
  route(app, incidentGroupCalls.retryAll, async ({ request, params }) => {
    const id = await retryGroup(context, request, params.id)
    return id instanceof Refusal ? id : findBatch(db, request, id)
  })
  route(app, incidentGroupCalls.batch, ({ request, params, query }) => getBatch(db, request, { ...params, ...query }))
  route(
    app,
    incidentGroupCalls.cancelBatch,
    async ({ request, params }) =>
      (await cancelRetries(context, request, params.id)) ?? findBatch(db, request, params.id),
  )
}
