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
import { recordRoutes } from '../../platform/http/record-routes.ts'
import { route } from '../../platform/http/route.ts'
import { listRoutes } from '../../platform/list/list-routes.ts'
import { applications } from './application-list.ts'
import { getApplication, proposeCopy } from './get-application.ts'
import { getDeploymentState, getVersions } from './get-deployment-state.ts'
import { listUses } from './list-uses.ts'

export function registerApplications(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  listRoutes(app, db, { calls: applicationCalls, source: applications })
  recordRoutes(app, applicationCalls, {
    refOf: ({ appId }) => appId,
    read: (user, id) => getApplication(db, user, id),
    create: (user, body) => createApplication(context, user, body),
    change: (user, id, details) => changeApplication(context, user, { id, ...details }),
    disable: (user, id, reason) => disableApplication(context, user, { id, reason }),
    restore: (user, id) => restoreApplication(context, user, id),
  })
  route(app, applicationCalls.copyDetails, ({ user, params }) => proposeCopy(db, user, params.appId))
  route(app, applicationCalls.copy, async ({ user, params, body }) => {
    const id = await copyApplication(context, user, { sourceId: params.appId, details: body })
    return id instanceof Refusal ? id : getApplication(db, user, id)
  })
  route(app, applicationCalls.uses, ({ user, params }) => listUses(context, user, params.appId))
  registerDeployment(app, context)
}

function registerDeployment(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  route(app, applicationCalls.deployment, ({ user, params }) => getDeploymentState(db, user, params.appId))
  route(app, applicationCalls.versions, ({ user, params }) => getVersions(db, user, params.appId))
  route(app, applicationCalls.deploy, async ({ user, params, body }) =>
    present(await deployApplication(context, user, { id: params.appId, ...body })),
  )
  route(app, applicationCalls.rollBack, async ({ user, params: { appId: id, version }, body }) =>
    present(await rollBackApplication(context, user, { id, version, ...body })),
  )
  route(
    app,
    applicationCalls.undeploy,
    async ({ user, params: { appId: id } }) =>
      (await undeployApplication(context, user, id)) ?? getDeploymentState(db, user, id),
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
