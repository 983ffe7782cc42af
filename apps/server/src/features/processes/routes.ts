import { processCalls, standaloneCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { route } from '../../platform/http/route.ts'
import { cancelInstance } from './cancel-instance.ts'
import { checkProcess } from './check-process.ts'
import { getDefinitionDiagram } from './get-definition-diagram.ts'
import { getInstance } from './get-instance.ts'
import { getInstanceDiagram } from './get-instance-diagram.ts'
import { getInstanceHistory } from './get-instance-history.ts'
import { listActivities } from './list-activities.ts'
import { listDecisions } from './list-decisions.ts'
import { listIncidents } from './list-incidents.ts'
import { listStarted } from './list-started.ts'
import { getVariable, listVariables } from './list-variables.ts'
import { retryIncident } from './retry-incident.ts'
import { getStartForm, startProcess } from './start-process.ts'

export function registerProcesses(app: FastifyInstance, { db, runtime }: AppContext): void {
  route(app, processCalls.startForm, ({ user, params, query }) => getStartForm(runtime, user, { ...params, ...query }))
  route(app, processCalls.start, ({ user, params, body }) => startProcess(runtime, user, params.id, body))
  route(app, standaloneCalls.checkProcess, ({ user, params }) => checkProcess(db, user, params.definitionId))
  route(app, processCalls.definitionDiagram, ({ user, params }) => getDefinitionDiagram(db, user, params.id))
  route(app, processCalls.startedByMe, ({ user, query }) => listStarted(runtime, user, query))
  route(app, processCalls.instance, ({ user, params }) => getInstance(runtime, user, params.id))
  route(app, processCalls.activities, ({ user, params }) => listActivities(runtime, user, params.id))
  route(app, processCalls.variables, ({ user, params }) => listVariables(runtime, user, params.id))
  route(app, processCalls.variable, ({ user, params }) => getVariable(runtime, user, params))
  route(app, processCalls.decisions, ({ user, params }) => listDecisions(runtime, user, params.id))
  route(app, processCalls.incidents, ({ user, params }) => listIncidents(runtime, user, params.id))
  route(app, processCalls.diagram, ({ user, params }) => getInstanceDiagram(runtime, user, params.id))
  route(app, processCalls.history, ({ user, params }) => getInstanceHistory(runtime, user, params.id))
  route(app, processCalls.retryIncident, ({ user, params }) => retryIncident(runtime, user, params))
  route(app, processCalls.cancel, ({ user, params, query }) =>
    cancelInstance(runtime, user, { ...params, reason: query.reason }),
  )
}
