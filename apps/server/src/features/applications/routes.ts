import { applicationCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { changeApplication } from '../../operations/applications/change-application.ts'
import { copyApplication } from '../../operations/applications/copy-application.ts'
import { createApplication } from '../../operations/applications/create-application.ts'
import { deployApplication } from '../../operations/applications/deploy-application.ts'
import type { ApplicationDeployed } from '../../operations/applications/deploy-parts.ts'
import { disableApplication } from '../../operations/applications/disable-application.ts'
import { restoreApplication } from '../../operations/applications/restore-application.ts'
import { rollBackApplication } from '../../operations/applications/roll-back-application.ts'
import { undeployApplication } from '../../operations/applications/undeploy-application.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { listRoutes } from '../../platform/list/list-routes.ts'
import { applications } from './application-list.ts'
import { getApplication, proposeCopy } from './get-application.ts'
import { getDeploymentState, getVersions } from './get-deployment-state.ts'
import { listUses } from './list-uses.ts'

export function registerApplications(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  listRoutes(app, db, {
    list: applicationCalls.list,
    count: applicationCalls.listCount,
    file: applicationCalls.listExport,
    source: applications,
  })
  route(app, applicationCalls.create, async ({ request, body }) => {
    const id = await createApplication(context, request, body)
    return id instanceof Refusal ? id : getApplication(db, request, id)
  })
  route(app, applicationCalls.get, ({ request, params }) => getApplication(db, request, params.appId))
  route(
    app,
    applicationCalls.save,
    async ({ request, params: { appId: id }, body: { revision, ...details } }) =>
      (await changeApplication(context, request, { id, revision, ...details })) ?? getApplication(db, request, id),
  )
  route(
    app,
    applicationCalls.disable,
    async ({ request, params: { appId: id }, query }) =>
      (await disableApplication(context, request, { id, reason: query.deletedReason })) ??
      getApplication(db, request, id),
  )
  route(
    app,
    applicationCalls.restore,
    async ({ request, params: { appId: id } }) =>
      (await restoreApplication(context, request, id)) ?? getApplication(db, request, id),
  )
  route(app, applicationCalls.copyDetails, ({ request, params }) => proposeCopy(db, request, params.appId))
  route(app, applicationCalls.copy, async ({ request, params, body }) => {
    const id = await copyApplication(context, request, { sourceId: params.appId, details: body })
    return id instanceof Refusal ? id : getApplication(db, request, id)
  })
  route(app, applicationCalls.uses, ({ request, params }) => listUses(context, request, params.appId))
  registerDeployment(app, context)
}

function registerDeployment(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  route(app, applicationCalls.deployment, ({ request, params }) => getDeploymentState(db, request, params.appId))
  route(app, applicationCalls.versions, ({ request, params }) => getVersions(db, request, params.appId))
  route(app, applicationCalls.deploy, async ({ request, params, body }) =>
    present(await deployApplication(context, request, { id: params.appId, ...body })),
  )
  route(app, applicationCalls.rollBack, async ({ request, params: { appId: id, version }, body }) =>
    present(await rollBackApplication(context, request, { id, version, ...body })),
  )
  route(
    app,
    applicationCalls.undeploy,
    async ({ request, params: { appId: id } }) =>
      (await undeployApplication(context, request, id)) ?? getDeploymentState(db, request, id),
  )
}

function present(deployed: ApplicationDeployed | Refusal) {
  if (deployed instanceof Refusal) return deployed
  const { version, deploymentId, warnings } = deployed
  return {
    version,
    deploymentId,
    warnings: warnings.map(({ file, elementId, code, message, needs = null }) => ({
      fileName: file,
      elementId,
      code,
      message,
      needs,
    })),
  }
}
