import { processCalls, standaloneCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { discardDraft } from '../../operations/drafts/discard-draft.ts'
import { keepDraft } from '../../operations/drafts/keep-draft.ts'
import { noSuchExternalTask } from '../../operations/external-tasks/policy.ts'
import { setTaskRetries } from '../../operations/external-tasks/set-task-retries.ts'
import { retryIncident } from '../../operations/incidents/retry-incident.ts'
import { cancelInstance } from '../../operations/instances/cancel-instance.ts'
import { setProcessIcon } from '../../operations/processes/set-process-icon.ts'
import { startProcess } from '../../operations/processes/start-process.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { listRoutes } from '../../platform/list/list-routes.ts'
import { everyInstance, involvedReaders, startingReaders } from '../../runtime/rights/instance-rights.ts'
import { listVariableNames } from '../../runtime/variable-columns/list-variable-names.ts'
import { withVariables } from '../../runtime/variable-columns/with-variables.ts'
import { checkProcess } from './check-process.ts'
import { doToInstances } from './do-to-instances.ts'
import { findStartChoices } from './find-start-choices.ts'
import { getDefinitionDiagram } from './get-definition-diagram.ts'
import { getInstance } from './get-instance.ts'
import { getInstanceDiagram } from './get-instance-diagram.ts'
import { getInstanceHistory } from './get-instance-history.ts'
import { getStartForm } from './get-start-form.ts'
import { processKeysOf } from './instance-listing.ts'
import { getInstanceMoment, getInstanceMoments } from './instance-moments.ts'
import { listParticipants } from './instance-people.ts'
import { listExternalTasks, listSubscriptions } from './instance-work.ts'
import { listActivities } from './list-activities.ts'
import { listDecisions } from './list-decisions.ts'
import { listIncidents } from './list-incidents.ts'
import { listInstanceFiles } from './list-instance-files.ts'
import { listInstanceFilters } from './list-instance-filters.ts'
import { createAllSource, createInvolvedSource, createStartedSource } from './list-instances.ts'
import { listRelated } from './list-related.ts'
import { getVariable, listVariables } from './list-variables.ts'
import { getSubmittedForm, listSubmittedForms } from './submitted-forms.ts'
import { removeVariable, writeVariable } from './write-variable.ts'

export function registerProcesses(app: FastifyInstance, context: AppContext): void {
  const { db, runtime } = context
  route(app, processCalls.setIcon, ({ user, params, body }) => setProcessIcon(context, user, { ...params, ...body }))
  route(app, processCalls.startForm, ({ user, params, query }) => getStartForm(runtime, user, { ...params, ...query }))
  route(app, processCalls.keepStartDraft, ({ user, params, body }) =>
    keepDraft(context, user, { place: { kind: 'start', ...params }, entry: body }),
  )
  route(app, processCalls.discardStartDraft, ({ user, params }) =>
    discardDraft(context, user, { kind: 'start', ...params }),
  )
  route(app, processCalls.startFormChoices, ({ user, params, query }) =>
    findStartChoices(runtime, user, { ...params, ...query }),
  )
  route(app, processCalls.start, async ({ user, params, body: { businessKey, ...submission } }) => {
    const given = { kind: 'form', submission } as const
    const started = await startProcess(context, user, { ...params, businessKey, given, goesOn: true })
    if (started instanceof Refusal) return started
    const { events: _, ...answer } = started
    return answer
  })
  route(app, standaloneCalls.checkProcess, ({ user, params }) => checkProcess(db, user, params.definitionId))
  route(app, processCalls.definitionDiagram, ({ user, params }) => getDefinitionDiagram(db, user, params.id))
  listRoutes(app, db, {
    list: processCalls.startedByMe,
    count: processCalls.startedByMeCount,
    file: processCalls.startedByMeExport,
    source: withVariables(runtime, createStartedSource(runtime), ({ id }) => ({ instanceId: id })),
  })
  listRoutes(app, db, {
    list: processCalls.involvingMe,
    count: processCalls.involvingMeCount,
    file: processCalls.involvingMeExport,
    source: withVariables(runtime, createInvolvedSource(runtime), ({ id }) => ({ instanceId: id })),
  })
  listRoutes(app, db, {
    list: processCalls.all,
    count: processCalls.allCount,
    file: processCalls.allExport,
    source: withVariables(runtime, createAllSource(runtime), ({ id }) => ({ instanceId: id })),
  })
  route(app, processCalls.allFilters, ({ user }) => listInstanceFilters(db, user, [everyInstance]))
  route(app, processCalls.allVariableNames, ({ user }) =>
    listVariableNames(runtime, user, processKeysOf(user.workplaceId, [everyInstance])),
  )
  route(app, processCalls.doToInstances, ({ user, body }) => doToInstances(context, user, body))
  route(app, processCalls.setVariable, ({ user, params, body }) => writeVariable(context, user, { ...params, ...body }))
  route(app, processCalls.removeVariable, ({ user, params }) => removeVariable(context, user, params))
  route(app, processCalls.externalTasks, ({ user, params }) => listExternalTasks(runtime, user, params.id))
  route(app, processCalls.setExternalTaskRetries, async ({ user, params, body }) =>
    isUuid(params.id) ? setTaskRetries(context, user, { ...params, ...body }) : noSuchExternalTask(),
  )
  route(app, processCalls.subscriptions, ({ user, params }) => listSubscriptions(runtime, user, params.id))
  route(app, processCalls.startedFilters, ({ user }) => listInstanceFilters(db, user, startingReaders(user)))
  route(app, processCalls.involvedFilters, ({ user }) => listInstanceFilters(db, user, involvedReaders(user)))
  route(app, processCalls.variableNames, ({ user }) =>
    listVariableNames(runtime, user, processKeysOf(user.workplaceId, involvedReaders(user))),
  )
  route(app, processCalls.instance, ({ user, params }) => getInstance(runtime, user, params.id))
  route(app, processCalls.activities, ({ user, params }) => listActivities(runtime, user, params.id))
  route(app, processCalls.variables, ({ user, params, query }) => listVariables(runtime, user, { ...params, ...query }))
  route(app, processCalls.variable, ({ user, params }) => getVariable(runtime, user, params))
  route(app, processCalls.decisions, ({ user, params }) => listDecisions(runtime, user, params.id))
  route(app, processCalls.incidents, ({ user, params }) => listIncidents(runtime, user, params.id))
  route(app, processCalls.diagram, ({ user, params }) => getInstanceDiagram(runtime, user, params.id))
  route(app, processCalls.history, ({ user, params, query }) =>
    getInstanceHistory(runtime, user, { ...params, ...query }),
  )
  route(app, processCalls.participants, ({ user, params }) => listParticipants(db, user, params.id))
  route(app, processCalls.forms, ({ user, params }) => listSubmittedForms(runtime, user, params.id))
  route(app, processCalls.form, ({ user, params, query }) => getSubmittedForm(runtime, user, { ...params, ...query }))
  route(app, processCalls.files, ({ user, params }) => listInstanceFiles(db, user, params.id))
  route(app, processCalls.related, ({ user, params }) => listRelated(runtime, user, params.id))
  route(app, processCalls.moments, ({ user, params }) => getInstanceMoments(runtime, user, params.id))
  route(app, processCalls.moment, ({ user, params, query }) =>
    getInstanceMoment(runtime, user, { ...params, ...query }),
  )
  route(app, processCalls.retryIncident, ({ user, params }) => retryIncident(context, user, params))
  route(app, processCalls.cancel, ({ user, params, query }) =>
    cancelInstance(context, user, { ...params, reason: query.reason ?? null }),
  )
}
