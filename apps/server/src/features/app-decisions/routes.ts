import { appDecisionCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import type { AppDecisionRef } from '../../operations/app-decisions/app-decision.ts'
import { changeAppDecision } from '../../operations/app-decisions/change-app-decision.ts'
import { copyAppDecisions } from '../../operations/app-decisions/copy-app-decisions.ts'
import { createAppDecision } from '../../operations/app-decisions/create-app-decision.ts'
import { decisionDesigns } from '../../operations/app-decisions/decision-designs.ts'
import { disableAppDecision } from '../../operations/app-decisions/disable-app-decision.ts'
import { discardDecisionAutoSaved } from '../../operations/app-decisions/discard-decision-auto-saved.ts'
import { keepDecisionAutoSaved } from '../../operations/app-decisions/keep-decision-auto-saved.ts'
import { releaseDecisionLock } from '../../operations/app-decisions/release-decision-lock.ts'
import { restoreAppDecision } from '../../operations/app-decisions/restore-app-decision.ts'
import { restoreDecisionVersion } from '../../operations/app-decisions/restore-decision-version.ts'
import { saveDecisionDesign } from '../../operations/app-decisions/save-decision-design.ts'
import { takeDecisionLock } from '../../operations/app-decisions/take-decision-lock.ts'
import type { FileSaved } from '../../operations/designs/design-file.ts'
import { presentLock } from '../../operations/designs/present-design.ts'
import { presentProblem } from '../../operations/designs/present-problem.ts'
import { listVersions } from '../../operations/designs/read-versions.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { listRoutes } from '../../platform/list/list-routes.ts'
import { appDecisions } from './app-decision-list.ts'
import { getAppDecision, getAppDecisions } from './get-app-decision.ts'
import { exportDecision, getDecisionVersion, getEditor } from './get-design.ts'
import { importFile } from './import-file.ts'
import { proposeDecisionCopies } from './propose-decision-copies.ts'

export function registerAppDecisions(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  listRoutes(app, db, {
    list: appDecisionCalls.list,
    count: appDecisionCalls.listCount,
    file: appDecisionCalls.listExport,
    source: appDecisions,
  })
  route(app, appDecisionCalls.create, async ({ request, params: { appId: applicationId }, body: details }) => {
    const id = await createAppDecision(context, request, { applicationId, details })
    return id instanceof Refusal ? id : getAppDecision(db, request, { id, applicationId })
  })
  route(app, appDecisionCalls.importFile, ({ request, params, body: upload }) =>
    importFile(context, request, { applicationId: params.appId, upload }),
  )
  route(app, appDecisionCalls.get, ({ request, params }) => getAppDecision(db, request, refOf(params)))
  route(app, appDecisionCalls.save, async ({ request, params, body }) => {
    const ref = refOf(params)
    const { revision, ...details } = body
    return (
      (await changeAppDecision(context, request, { ref, revision, ...details })) ?? getAppDecision(db, request, ref)
    )
  })
  route(app, appDecisionCalls.disable, async ({ request, params, query }) => {
    const ref = refOf(params)
    const refusal = await disableAppDecision(context, request, { ref, reason: query.deletedReason })
    return refusal ?? getAppDecision(db, request, ref)
  })
  route(app, appDecisionCalls.restore, async ({ request, params }) => {
    const ref = refOf(params)
    return (await restoreAppDecision(context, request, ref)) ?? getAppDecision(db, request, ref)
  })
  route(app, appDecisionCalls.copyMultiple, ({ request, query }) =>
    proposeDecisionCopies(db, request, query.decisionIds),
  )
  route(app, appDecisionCalls.saveMultiple, async ({ request, body }) => {
    const ids = await copyAppDecisions(context, request, body.decisions)
    return ids instanceof Refusal ? ids : getAppDecisions(db, request, ids)
  })
  registerDesign(app, context)
}

function registerDesign(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  route(app, appDecisionCalls.editor, ({ request, params }) => getEditor(db, request, refOf(params)))
  route(
    app,
    appDecisionCalls.saveDesign,
    async ({ request, params, body: { xml: text, version, token, note = null } }) => {
      const save = { text, version, token, note, restoredFrom: null }
      return presentSaved(await saveDecisionDesign(context, request, { ref: refOf(params), save }))
    },
  )
  route(app, appDecisionCalls.history, ({ request, params }) =>
    listVersions(db, request, decisionDesigns, refOf(params)),
  )
  route(app, appDecisionCalls.version, ({ request, params }) =>
    getDecisionVersion(db, request, { ref: refOf(params), version: params.version }),
  )
  route(app, appDecisionCalls.restoreVersion, async ({ request, params, body }) => {
    const restoring = { ref: refOf(params), version: params.version, current: body.version, token: body.token }
    return presentSaved(await restoreDecisionVersion(context, request, restoring))
  })
  route(app, appDecisionCalls.exportFile, ({ request, params }) => exportDecision(db, request, refOf(params)))
  route(app, appDecisionCalls.lock, async ({ request, params, body }) => {
    const held = await takeDecisionLock(context, request, {
      ref: refOf(params),
      token: body.token,
      takeOver: body.takeOver,
    })
    return held instanceof Refusal ? held : db.read(request, (tx) => presentLock(tx, request.user, held))
  })
  route(app, appDecisionCalls.unlock, ({ request, params, query }) =>
    releaseDecisionLock(context, request, { ref: refOf(params), token: query.token }),
  )
  route(app, appDecisionCalls.autoSave, async ({ request, params, body }) => {
    const savedAt = await keepDecisionAutoSaved(context, request, { ref: refOf(params), ...body })
    return savedAt instanceof Refusal ? savedAt : { savedAt: savedAt.toISOString() }
  })
  route(app, appDecisionCalls.discardAutoSaved, ({ request, params }) =>
    discardDecisionAutoSaved(context, request, refOf(params)),
  )
}

function refOf({ appId, decisionId }: { readonly appId: string; readonly decisionId: string }): AppDecisionRef {
  return { id: decisionId, applicationId: appId }
}

function presentSaved(saved: FileSaved | Refusal) {
  if (saved instanceof Refusal) return saved
  const { version, savedAt, problems } = saved
  return { version, savedAt: savedAt.toISOString(), problems: problems.map(presentProblem) }
}
