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
  listRoutes(app, db, { calls: appProcessCalls, source: appProcesses })
  route(app, appProcessCalls.create, async ({ user, params: { appId: applicationId }, body: details }) => {
    const id = await createAppProcess(context, user, { applicationId, details })
    return id instanceof Refusal ? id : getAppProcess(db, user, { id, applicationId })
  })
  route(app, appProcessCalls.importFile, ({ user, params, body: upload }) =>
    importFile(context, user, { applicationId: params.appId, upload }),
  )
  route(app, appProcessCalls.get, ({ user, params }) => getAppProcess(db, user, refOf(params)))
  route(app, appProcessCalls.save, async ({ user, params, body }) => {
    const ref = refOf(params)
    const { revision, ...details } = body
    return (await changeAppProcess(context, user, { ref, revision, ...details })) ?? getAppProcess(db, user, ref)
  })
  route(app, appProcessCalls.disable, async ({ user, params, query }) => {
    const ref = refOf(params)
    const refusal = await disableAppProcess(context, user, { ref, reason: query.deletedReason })
    return refusal ?? getAppProcess(db, user, ref)
  })
  route(app, appProcessCalls.restore, async ({ user, params }) => {
    const ref = refOf(params)
    return (await restoreAppProcess(context, user, ref)) ?? getAppProcess(db, user, ref)
  })
  route(app, appProcessCalls.copyMultiple, ({ user, query }) => proposeProcessCopies(db, user, query.processIds))
  route(app, appProcessCalls.saveMultiple, async ({ user, body }) => {
    const ids = await copyAppProcesses(context, user, body.processes)
    return ids instanceof Refusal ? ids : getAppProcesses(db, user, ids)
  })
  registerDesign(app, context)
}

function registerDesign(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  route(app, appProcessCalls.people, ({ user, query: { keys, ...asked } }) => findPeople(db, user, { ...asked, keys }))
  route(app, appProcessCalls.surroundings, ({ user, params }) => getSurroundings(db, user, refOf(params)))
  route(app, appProcessCalls.modeller, ({ user, params }) => getModeller(db, user, refOf(params)))
  route(app, appProcessCalls.saveDesign, async ({ user, params, body: { xml: text, version, token, note = null } }) => {
    const save = { text, version, token, note, restoredFrom: null }
    return presentSaved(await saveProcessDesign(context, user, { ref: refOf(params), save }))
  })
  route(app, appProcessCalls.history, ({ user, params }) => listVersions(db, user, processDesigns, refOf(params)))
  route(app, appProcessCalls.version, ({ user, params }) =>
    getProcessVersion(db, user, { ref: refOf(params), version: params.version }),
  )
  route(app, appProcessCalls.restoreVersion, async ({ user, params, body }) => {
    const restoring = { ref: refOf(params), version: params.version, current: body.version, token: body.token }
    return presentSaved(await restoreProcessVersion(context, user, restoring))
  })
  route(app, appProcessCalls.exportFile, ({ user, params }) => exportProcess(db, user, refOf(params)))
  route(app, appProcessCalls.lock, async ({ user, params, body }) => {
    const held = await takeProcessLock(context, user, {
      ref: refOf(params),
      token: body.token,
      takeOver: body.takeOver,
    })
    return held instanceof Refusal ? held : db.read(user, (tx) => presentLock(tx, user, held))
  })
  route(app, appProcessCalls.unlock, ({ user, params, query }) =>
    releaseProcessLock(context, user, { ref: refOf(params), token: query.token }),
  )
  route(app, appProcessCalls.autoSave, async ({ user, params, body }) => {
    const savedAt = await keepProcessAutoSaved(context, user, { ref: refOf(params), ...body })
    return savedAt instanceof Refusal ? savedAt : { savedAt: savedAt.toISOString() }
  })
  route(app, appProcessCalls.discardAutoSaved, ({ user, params }) =>
    discardProcessAutoSaved(context, user, refOf(params)),
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
