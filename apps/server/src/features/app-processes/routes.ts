import { appProcessCalls as calls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { changeAppProcess } from '../../operations/app-processes/change-app-process.ts'
import { copyAppProcesses } from '../../operations/app-processes/copy-app-processes.ts'
import { createAppProcess } from '../../operations/app-processes/create-app-process.ts'
import { processDesigns } from '../../operations/app-processes/process-designs.ts'
import { fileRoutes } from '../../operations/designs/surface/file-routes.ts'
import { route } from '../../platform/http/route.ts'
import { listRoutes } from '../../platform/list/list-routes.ts'
import { appProcesses } from './app-process-list.ts'
import { findPeople } from './find-people.ts'
import { getSurroundings } from './get-surroundings.ts'
import { presentProcess } from './present-process.ts'
import { previewAssignee } from './preview-assignee.ts'

export function registerAppProcesses(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  listRoutes(app, db, { calls, source: appProcesses })
  fileRoutes(app, context, processDesigns, {
    calls,
    open: calls.modeller,
    ending: '.bpmn',
    refOf,
    present: presentProcess,
    named: (process) => ({ process }),
    idsOf: ({ processIds }) => processIds,
    copiesOf: ({ processes }) => processes,
    create: createAppProcess,
    change: changeAppProcess,
    copy: copyAppProcesses,
  })
  route(app, calls.people, ({ request, query: { keys, ...asked } }) => findPeople(db, request, { ...asked, keys }))
  route(app, calls.assignee, ({ request, query }) => previewAssignee(context.runtime, request, query))
  route(app, calls.surroundings, ({ request, params }) => getSurroundings(db, request, refOf(params)))
}

function refOf({ appId, processId }: { readonly appId: string; readonly processId: string }) {
  return { id: processId, applicationId: appId }
}
