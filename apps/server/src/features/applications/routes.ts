import { applicationCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { changeApplication } from '../../operations/applications/change-application.ts'
import { copyApplication } from '../../operations/applications/copy-application.ts'
import { createApplication } from '../../operations/applications/create-application.ts'
import { disableApplication } from '../../operations/applications/disable-application.ts'
import { restoreApplication } from '../../operations/applications/restore-application.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { listRoutes } from '../../platform/list/list-routes.ts'
import { applications } from './application-list.ts'
import { getApplication, proposeCopy } from './get-application.ts'

export function registerApplications(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  listRoutes(app, db, {
    list: applicationCalls.list,
    count: applicationCalls.listCount,
    file: applicationCalls.listExport,
    source: applications,
  })
  route(app, applicationCalls.create, async ({ user, body }) => {
    const id = await createApplication(context, user, body)
    return id instanceof Refusal ? id : getApplication(db, user, id)
  })
  route(app, applicationCalls.get, ({ user, params }) => getApplication(db, user, params.appId))
  route(
    app,
    applicationCalls.save,
    async ({ user, params: { appId: id }, body: { revision, ...details } }) =>
      (await changeApplication(context, user, { id, revision, ...details })) ?? getApplication(db, user, id),
  )
  route(
    app,
    applicationCalls.disable,
    async ({ user, params: { appId: id }, query }) =>
      (await disableApplication(context, user, { id, reason: query.deletedReason })) ?? getApplication(db, user, id),
  )
  route(
    app,
    applicationCalls.restore,
    async ({ user, params: { appId: id } }) =>
      (await restoreApplication(context, user, id)) ?? getApplication(db, user, id),
  )
  route(app, applicationCalls.copyDetails, ({ user, params }) => proposeCopy(db, user, params.appId))
  route(app, applicationCalls.copy, async ({ user, params, body }) => {
    const id = await copyApplication(context, user, { sourceId: params.appId, details: body })
    return id instanceof Refusal ? id : getApplication(db, user, id)
  })
}
