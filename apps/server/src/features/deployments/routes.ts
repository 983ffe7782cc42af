import { deploymentCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { deleteDeployment } from '../../operations/deployments/delete-deployment.ts'
import { route } from '../../platform/http/route.ts'
import { listRoutes } from '../../platform/list/list-routes.ts'
import { deployUpload } from './deploy-upload.ts'
import { deployments } from './deployment-list.ts'
import { downloadFile, getDeployment } from './get-deployment.ts'
import { listDeploymentNeeds } from './list-needs.ts'

export function registerDeployments(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  listRoutes(app, db, { calls: deploymentCalls, source: deployments })
  route(app, deploymentCalls.deploy, ({ user, body }) => deployUpload(context, user, body))
  route(app, deploymentCalls.get, ({ user, params }) => getDeployment(db, user, params.id))
  route(app, deploymentCalls.needs, ({ user, params }) => listDeploymentNeeds(context, user, params.id))
  route(app, deploymentCalls.downloadFile, ({ user, params }) => downloadFile(db, user, params))
  route(app, deploymentCalls.delete, ({ user, params, query }) =>
    deleteDeployment(context, user, { ...params, cascade: query.cascade === 'true', whenRunning: 'refuse' }),
  )
}
