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
  listRoutes(app, db, {
    list: deploymentCalls.list,
    count: deploymentCalls.listCount,
    file: deploymentCalls.listExport,
    source: deployments,
  })
  route(app, deploymentCalls.deploy, ({ request, body }) => deployUpload(context, request, body))
  route(app, deploymentCalls.get, ({ request, params }) => getDeployment(db, request, params.id))
  route(app, deploymentCalls.needs, ({ request, params }) => listDeploymentNeeds(context, request, params.id))
  route(app, deploymentCalls.downloadFile, ({ request, params }) => downloadFile(db, request, params))
  route(app, deploymentCalls.delete, ({ request, params, query }) =>
    deleteDeployment(context, request, { ...params, cascade: query.cascade === 'true', whenRunning: 'refuse' }),
  )
}
