import { deploymentCalls, deploymentLimits } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { readUpload } from '../../platform/http/read-upload.ts'
import { route } from '../../platform/http/route.ts'
import { createDeployment } from './create-deployment.ts'
import { downloadFile, getDeployment, listDeployments } from './get-deployment.ts'
import { removeDeployment } from './remove-deployment.ts'

export function registerDeployments(app: FastifyInstance, { db, runtime }: AppContext): void {
  route(app, deploymentCalls.list, ({ user, query }) => listDeployments(db, user, query))
  route(app, deploymentCalls.deploy, async ({ user, request }) =>
    createDeployment(runtime, user, await readUpload(request, deploymentLimits)),
  )
  route(app, deploymentCalls.get, ({ user, params }) => getDeployment(db, user, params.id))
  route(app, deploymentCalls.downloadFile, ({ user, params }) => downloadFile(db, user, params))
  route(app, deploymentCalls.delete, ({ user, params, query }) =>
    removeDeployment(runtime, user, { ...params, cascade: query.cascade === 'true' }),
  )
}
