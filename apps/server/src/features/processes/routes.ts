import { batchCalls, moveCalls, processCalls, standaloneCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { discardDraft } from '../../operations/drafts/discard-draft.ts'
import { keepDraft } from '../../operations/drafts/keep-draft.ts'
import { noSuchExternalTask } from '../../operations/external-tasks/policy.ts'
import { setTaskRetries } from '../../operations/external-tasks/set-task-retries.ts'
import { annotateIncident } from '../../operations/incidents/annotate-incident.ts'
import { noSuchIncident } from '../../operations/incidents/policy.ts'
import { retryIncident } from '../../operations/incidents/retry-incident.ts'
import { cancelInstance } from '../../operations/instances/cancel-instance.ts'
import { noSuchInstance } from '../../operations/instances/policy.ts'
import { undoLastChange } from '../../operations/instances/undo-last-change.ts'
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
import { beginInstances, prepareInstances } from './choose-instances.ts'
import { doToInstances } from './do-to-instances.ts'
import { downloadVariable } from './download-variable.ts'
import { findStartChoices } from './find-start-choices.ts'
import { getDefinitionDiagram } from './get-definition-diagram.ts'
import { getInstance } from './get-instance.ts'
import { getInstanceDiagram } from './get-instance-diagram.ts'
import { getInstanceHistory } from './get-instance-history.ts'
import { getStartForm } from './get-start-form.ts'
import { getUndo } from './get-undo.ts'
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
import { listPastValues } from './list-past-values.ts'
import { listRelated } from './list-related.ts'
import { getVariable, listVariables } from './list-variables.ts'
import { deliverMessageTo, tryMessageTo } from './messages.ts'
import { migrateThese, moveTokens, restartThese, tryMoves } from './move-tokens.ts'
import { planMigration } from './plan-migration.ts'
import { getSubmittedForm, listSubmittedForms } from './submitted-forms.ts'
import { countVersions, tryMigrationOfMany, tryMovesOfMany, tryRestartOfMany } from './try-many.ts'
import { removeVariable, writeFileVariable, writeVariable } from './write-variable.ts'

export function registerProcesses(app: FastifyInstance, context: AppContext): void {
  const { db, runtime } = context
  route(app, processCalls.setIcon, ({ request, params, body }) =>
    setProcessIcon(context, request, { ...params, ...body }),
  )
  route(app, processCalls.startForm, ({ request, params, query }) =>
    getStartForm(runtime, request, { ...params, ...query }),
  )
  route(app, processCalls.keepStartDraft, ({ request, params, body }) =>
    keepDraft(context, request, { place: { kind: 'start', ...params }, entry: body }),
  )
  route(app, processCalls.discardStartDraft, ({ request, params }) =>
    discardDraft(context, request, { kind: 'start', ...params }),
  )
  route(app, processCalls.startFormChoices, ({ request, params, query }) =>
    findStartChoices(runtime, request, { ...params, ...query }),
  )
  route(app, processCalls.start, async ({ request, params, body: { businessKey, ...submission } }) => {
    const given = { kind: 'form', submission } as const
    const started = await startProcess(context, request, { ...params, businessKey, given, goesOn: true })
    if (started instanceof Refusal) return started
    const { events: _, ...answer } = started
    return answer
  })
  route(app, standaloneCalls.checkProcess, ({ request, params }) => checkProcess(db, request, params.definitionId))
  route(app, processCalls.definitionDiagram, ({ request, params }) => getDefinitionDiagram(db, request, params.id))
  listRoutes(app, db, {
    calls: processCalls,
    source: withVariables(runtime, createStartedSource(runtime), ({ id }) => ({ instanceId: id })),
  })
  listRoutes(app, db, {
    calls: processCalls,
    source: withVariables(runtime, createInvolvedSource(runtime), ({ id }) => ({ instanceId: id })),
  })
  listRoutes(app, db, {
    calls: processCalls,
    source: withVariables(runtime, createAllSource(runtime), ({ id }) => ({ instanceId: id })),
  })
  route(app, processCalls.allFilters, ({ request }) => listInstanceFilters(db, request, [everyInstance]))
  route(app, processCalls.allVariableNames, ({ request }) =>
    listVariableNames(runtime, request, processKeysOf(request.workplaceId, [everyInstance])),
  )
  route(app, processCalls.doToInstances, ({ request, body }) => doToInstances(context, request, body))
  route(app, batchCalls.prepare, ({ request, body }) => prepareInstances(context, request, body))
  route(app, batchCalls.begin, ({ request, params, body }) => beginInstances(context, request, { ...params, ...body }))
  route(app, processCalls.setVariable, ({ request, params, body }) =>
    writeVariable(context, request, { ...params, ...body }),
  )
  route(app, processCalls.setFileVariable, ({ request, params, body }) =>
    writeFileVariable(context, request, { ...params, upload: body }),
  )
  route(app, processCalls.removeVariable, ({ request, params }) => removeVariable(context, request, params))
  route(app, processCalls.annotateIncident, async ({ request, params: { id }, body: { note } }) =>
    isUuid(id) ? annotateIncident(context, request, { id, annotation: note || null }) : noSuchIncident(),
  )
  route(app, processCalls.externalTasks, ({ request, params }) => listExternalTasks(runtime, request, params.id))
  route(app, processCalls.setExternalTaskRetries, async ({ request, params, body }) =>
    isUuid(params.id) ? setTaskRetries(context, request, { ...params, ...body }) : noSuchExternalTask(),
  )
  route(app, processCalls.tryMoves, ({ request, params, body }) => tryMoves(context, request, { ...params, ...body }))
  route(app, processCalls.moveTokens, ({ request, params, body }) =>
    moveTokens(context, request, { ...params, ...body }),
  )
  route(app, moveCalls.versions, ({ request, body }) => countVersions(context, request, body))
  route(app, moveCalls.plan, ({ request, params, body }) => planMigration(context, request, { ...params, ...body }))
  route(app, moveCalls.tryMoves, ({ request, params, body }) =>
    tryMovesOfMany(context, request, { ...params, ...body }),
  )
  route(app, moveCalls.tryMigration, ({ request, params, body }) =>
    tryMigrationOfMany(context, request, { ...params, ...body }),
  )
  route(app, moveCalls.tryRestart, ({ request, params, body }) =>
    tryRestartOfMany(context, request, { ...params, ...body }),
  )
  route(app, moveCalls.migrate, ({ request, params, body }) => migrateThese(context, request, { ...params, ...body }))
  route(app, moveCalls.restart, ({ request, params, body }) => restartThese(context, request, { ...params, ...body }))
  route(app, processCalls.undoable, ({ request, params }) => getUndo(context, request, params.id))
  route(app, processCalls.undo, async ({ request, params, body }) =>
    isUuid(params.id) ? undoLastChange(context, request, { ...params, ...body }) : noSuchInstance(),
  )
  route(app, processCalls.subscriptions, ({ request, params }) => listSubscriptions(runtime, request, params.id))
  route(app, processCalls.tryMessage, ({ request, params, body }) =>
    tryMessageTo(context, request, { ...params, ...body }),
  )
  route(app, processCalls.deliverMessage, ({ request, params, body }) =>
    deliverMessageTo(context, request, { ...params, ...body }),
  )
  route(app, processCalls.startedFilters, ({ request }) =>
    listInstanceFilters(db, request, startingReaders(request.user)),
  )
  route(app, processCalls.involvedFilters, ({ request }) =>
    listInstanceFilters(db, request, involvedReaders(request.user)),
  )
  route(app, processCalls.variableNames, ({ request }) =>
    listVariableNames(runtime, request, processKeysOf(request.workplaceId, involvedReaders(request.user))),
  )
  route(app, processCalls.instance, ({ request, params }) => getInstance(runtime, request, params.id))
  route(app, processCalls.activities, ({ request, params }) => listActivities(runtime, request, params.id))
  route(app, processCalls.variables, ({ request, params, query }) =>
    listVariables(runtime, request, { ...params, ...query }),
  )
  route(app, processCalls.variable, ({ request, params }) => getVariable(runtime, request, params))
  route(app, processCalls.variableContent, ({ request, params, query }) =>
    downloadVariable(runtime, request, { ...params, ...query }),
  )
  route(app, processCalls.variableHistory, ({ request, params, query }) =>
    listPastValues(runtime, request, { ...params, ...query }),
  )
  route(app, processCalls.decisions, ({ request, params }) => listDecisions(runtime, request, params.id))
  route(app, processCalls.incidents, ({ request, params }) => listIncidents(runtime, request, params.id))
  route(app, processCalls.diagram, ({ request, params }) => getInstanceDiagram(runtime, request, params.id))
  route(app, processCalls.history, ({ request, params, query }) =>
    getInstanceHistory(runtime, request, { ...params, ...query }),
  )
  route(app, processCalls.participants, ({ request, params }) => listParticipants(db, request, params.id))
  route(app, processCalls.forms, ({ request, params }) => listSubmittedForms(runtime, request, params.id))
  route(app, processCalls.form, ({ request, params, query }) =>
    getSubmittedForm(runtime, request, { ...params, ...query }),
  )
  route(app, processCalls.files, ({ request, params }) => listInstanceFiles(db, request, params.id))
  route(app, processCalls.related, ({ request, params }) => listRelated(runtime, request, params.id))
  route(app, processCalls.moments, ({ request, params }) => getInstanceMoments(runtime, request, params.id))
  route(app, processCalls.moment, ({ request, params, query }) =>
    getInstanceMoment(runtime, request, { ...params, ...query }),
  )
  route(app, processCalls.retryIncident, ({ request, params, query }) =>
    retryIncident(context, request, { ...params, ...query }),
  )
  route(app, processCalls.cancel, ({ request, params, query }) =>
    cancelInstance(context, request, { ...params, reason: query.reason ?? null }),
  )
}
