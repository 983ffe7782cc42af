import { appProcessCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import type { AppProcessRef } from '../../operations/app-processes/app-process.ts'
import { changeAppProcess } from '../../operations/app-processes/change-app-process.ts'
import { copyAppProcesses } from '../../operations/app-processes/copy-app-processes.ts'
import { createAppProcess } from '../../operations/app-processes/create-app-process.ts'
import { disableAppProcess } from '../../operations/app-processes/disable-app-process.ts'
import { discardProcessAutoSaved } from '../../operations/app-processes/discard-process-auto-saved.ts'
import { keepProcessAutoSaved } from '../../operations/app-processes/keep-process-auto-saved.ts'
import { processDesigns } from '../../operations/app-processes/process-designs.ts'
import { releaseProcessLock } from '../../operations/app-processes/release-process-lock.ts'
import { restoreAppProcess } from '../../operations/app-processes/restore-app-process.ts'
import { restoreProcessVersion } from '../../operations/app-processes/restore-process-version.ts'
import { saveProcessDesign } from '../../operations/app-processes/save-process-design.ts'
import { takeProcessLock } from '../../operations/app-processes/take-process-lock.ts'
import type { FileSaved } from '../../operations/designs/design-file.ts'
import { presentLock } from '../../operations/designs/present-design.ts'
import { presentProblem } from '../../operations/designs/present-problem.ts'
import { listVersions } from '../../operations/designs/read-versions.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { listRoutes } from '../../platform/list/list-routes.ts'
import { appProcesses } from './app-process-list.ts'
import { findPeople } from './find-people.ts'
import { getAppProcess, getAppProcesses } from './get-app-process.ts'
import { exportProcess, getModeller, getProcessVersion } from './get-design.ts'
import { getSurroundings } from './get-surroundings.ts'
import { importFile } from './import-file.ts'
import { proposeProcessCopies } from './propose-process-copies.ts'

export function registerAppProcesses(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  listRoutes(app, db, {
    list: appProcessCalls.list,
    count: appProcessCalls.listCount,
    file: appProcessCalls.listExport,
    source: appProcesses,
  })
  route(app, appProcessCalls.create, async ({ request, params: { appId: applicationId }, body: details }) => {
    const id = await createAppProcess(context, request, { applicationId, details })
    return id instanceof Refusal ? id : getAppProcess(db, request, { id, applicationId })
  })
  route(app, appProcessCalls.importFile, ({ request, params, body: upload }) =>
    importFile(context, request, { applicationId: params.appId, upload }),
  )
  route(app, appProcessCalls.get, ({ request, params }) => getAppProcess(db, request, refOf(params)))
  route(app, appProcessCalls.save, async ({ request, params, body }) => {
    const ref = refOf(params)
    const { revision, ...details } = body
    return (await changeAppProcess(context, request, { ref, revision, ...details })) ?? getAppProcess(db, request, ref)
  })
  route(app, appProcessCalls.disable, async ({ request, params, query }) => {
    const ref = refOf(params)
    const refusal = await disableAppProcess(context, request, { ref, reason: query.deletedReason })
    return refusal ?? getAppProcess(db, request, ref)
  })
  route(app, appProcessCalls.restore, async ({ request, params }) => {
    const ref = refOf(params)
    return (await restoreAppProcess(context, request, ref)) ?? getAppProcess(db, request, ref)
  })
  route(app, appProcessCalls.copyMultiple, ({ request, query }) => proposeProcessCopies(db, request, query.processIds))
  route(app, appProcessCalls.saveMultiple, async ({ request, body }) => {
    const ids = await copyAppProcesses(context, request, body.processes)
    return ids instanceof Refusal ? ids : getAppProcesses(db, request, ids)
  })
  registerDesign(app, context)
}

function registerDesign(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  route(app, appProcessCalls.people, ({ request, query: { keys, ...asked } }) =>
    findPeople(db, request, { ...asked, keys }),
  )
  route(app, appProcessCalls.surroundings, ({ request, params }) => getSurroundings(db, request, refOf(params)))
  route(app, appProcessCalls.modeller, ({ request, params }) => getModeller(db, request, refOf(params)))
  route(
    app,
    appProcessCalls.saveDesign,
    async ({ request, params, body: { xml: text, version, token, note = null } }) => {
      const save = { text, version, token, note, restoredFrom: null }
      return presentSaved(await saveProcessDesign(context, request, { ref: refOf(params), save }))
    },
  )
  route(app, appProcessCalls.history, ({ request, params }) => listVersions(db, request, processDesigns, refOf(params)))
  route(app, appProcessCalls.version, ({ request, params }) =>
    getProcessVersion(db, request, { ref: refOf(params), version: params.version }),
  )
  route(app, appProcessCalls.restoreVersion, async ({ request, params, body }) => {
    const restoring = { ref: refOf(params), version: params.version, current: body.version, token: body.token }
    return presentSaved(await restoreProcessVersion(context, request, restoring))
  })
  route(app, appProcessCalls.exportFile, ({ request, params }) => exportProcess(db, request, refOf(params)))
  route(app, appProcessCalls.lock, async ({ request, params, body }) => {
    const held = await takeProcessLock(context, request, {
      ref: refOf(params),
      token: body.token,
      takeOver: body.takeOver,
    })
    return held instanceof Refusal ? held : db.read(request, (tx) => presentLock(tx, request.user, held))
  })
  route(app, appProcessCalls.unlock, ({ request, params, query }) =>
    releaseProcessLock(context, request, { ref: refOf(params), token: query.token }),
  )
  route(app, appProcessCalls.autoSave, async ({ request, params, body }) => {
    const savedAt = await keepProcessAutoSaved(context, request, { ref: refOf(params), ...body })
    return savedAt instanceof Refusal ? savedAt : { savedAt: savedAt.toISOString() }
  })
  route(app, appProcessCalls.discardAutoSaved, ({ request, params }) =>
    discardProcessAutoSaved(context, request, refOf(params)),
  )
}

function refOf({ appId, processId }: { readonly appId: string; readonly processId: string }): AppProcessRef {
  return { id: processId, applicationId: appId }
}

function presentSaved(saved: FileSaved | Refusal) {
  if (saved instanceof Refusal) return saved
  const { version, savedAt, problems } = saved
  return { version, savedAt: savedAt.toISOString(), problems: problems.map(presentProblem) }
}
