import { directoryCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { cancelRun } from '../../operations/directories/cancel-run.ts'
import { changeDirectory } from '../../operations/directories/change-directory.ts'
import { confirmRun } from '../../operations/directories/confirm-run.ts'
import { createDirectory } from '../../operations/directories/create-directory.ts'
import { removeDirectory } from '../../operations/directories/remove-directory.ts'
import { startRun } from '../../operations/directories/start-run.ts'
import { testDirectory } from '../../operations/directories/test-directory.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { recordRoutes } from '../../platform/http/record-routes.ts'
import { route } from '../../platform/http/route.ts'
import { listRoutes } from '../../platform/list/list-routes.ts'
import { directories } from './directory-list.ts'
import { getDirectory } from './get-directory.ts'
import { getRun, listRuns, readRun } from './read-runs.ts'

export function registerDirectories(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  listRoutes(app, db, { calls: directoryCalls, source: directories })
  recordRoutes(app, directoryCalls, {
    refOf: ({ id }) => id,
    read: (request, id) => getDirectory(db, request, id),
    create: (request, entered) => createDirectory(context, request, entered),
    change: (request, id, entered) => changeDirectory(context, request, { id, ...entered }),
    remove: (request, id) => removeDirectory(context, request, id),
  })
  route(app, directoryCalls.test, ({ request, params }) => testDirectory(context, request, params.id))
  route(app, directoryCalls.runs, ({ request, params }) => listRuns(db, request, params.id))
  route(app, directoryCalls.rows, ({ request, params, query }) => readRun(db, request, { ...params, ...query }))
  route(app, directoryCalls.startRun, async ({ request, params: { id }, body }) => {
    const runId = await startRun(context, request, { id, ...body })
    return runId instanceof Refusal ? runId : getRun(db, request, { id, runId })
  })
  route(
    app,
    directoryCalls.confirmRun,
    async ({ request, params }) => (await confirmRun(context, request, params)) ?? getRun(db, request, params),
  )
  route(
    app,
    directoryCalls.cancelRun,
    async ({ request, params }) => (await cancelRun(context, request, params)) ?? getRun(db, request, params),
  )
}
