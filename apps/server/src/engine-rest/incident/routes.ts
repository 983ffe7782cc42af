import { annotateIncident } from '../../operations/incidents/annotate-incident.ts'
import { resolveIncident as resolveOne } from '../../operations/incidents/resolve-incident.ts'
import { bodyOf, textOf } from '../http/body.ts'
import { type Call, get, pathOf, put, type Route, remove } from '../http/call.ts'
import { orThrow } from '../http/present-refusal.ts'
import { invalid, notFound, RestRefusal } from '../http/rest-refusal.ts'
import { asId } from '../query/filters.ts'
import { listRoutes } from '../query/list-query.ts'
import { type IncidentRow, incidentQuery, presentIncident } from './incident-query.ts'

export const incidentRoutes: readonly Route[] = [
  ...listRoutes('/incident', incidentQuery, ['GET']),
  get('/incident/:id', getIncident),
  remove('/incident/:id', resolveIncident),
  put('/incident/:id/annotation', (call) => annotate(call, textOf(bodyOf(call), 'annotation'))),
  remove('/incident/:id/annotation', (call) => annotate(call, null)),
]

async function getIncident(call: Call): Promise<IncidentRow> {
  const incident = await presentIncident(call, asId(pathOf(call, 'id')))
  if (incident === undefined) throw notFound(`No matching incident with id ${pathOf(call, 'id')}`)
  return incident
}

/** Incidents of jobs and external tasks end by new retries only. */
async function resolveIncident(call: Call): Promise<undefined> {
  const id = pathOf(call, 'id')
  orThrow(await resolveOne(call.context, call.request, asId(id)), {
    gone: () => notFound(`Cannot find an incident with id '${id}': incident is null`),
    answers: { 'incident.not-retryable': ({ message }) => invalid(message) },
  })
  return undefined
}

async function annotate(call: Call, annotation: string | null): Promise<undefined> {
  orThrow(await annotateIncident(call.context, call.request, { id: asId(pathOf(call, 'id')), annotation }), {
    gone: () => new RestRefusal(400, 'BadUserRequestException', 'incident is null', 0),
  })
  return undefined
}
