import { auditCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { restoreEntity } from '../../operations/audit/restore-entity.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { publicUrlOf } from '../../platform/http/public-url.ts'
import { route } from '../../platform/http/route.ts'
import { listRoutes } from '../../platform/list/list-routes.ts'
import { getEntityHistory, getEntityState } from './entity-history.ts'
import { getRestore } from './get-restore.ts'
import { getRevision } from './get-revision.ts'
import { listPeople } from './list-people.ts'
import { auditRevisions } from './revision-list.ts'
import { compareFormVersion, getDesignBefore } from './version-before.ts'

export function registerAudit(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  listRoutes(app, db, { calls: auditCalls, source: auditRevisions })
  route(app, auditCalls.people, ({ request }) => listPeople(db, request))
  route(app, auditCalls.revision, ({ request, params, query: { after } }) =>
    getRevision(db, request, { number: Number(params.number), after }),
  )
  route(app, auditCalls.designBefore, ({ request, params: { number, id } }) =>
    getDesignBefore(context, request, { number: Number(number), id }),
  )
  route(app, auditCalls.formComparison, ({ request, params: { number, id } }) =>
    compareFormVersion(context, request, { number: Number(number), id }),
  )
  route(app, auditCalls.history, ({ request, params: { entity }, query: { id, before } }) =>
    getEntityHistory(db, request, { entity, key: id, before }),
  )
  route(app, auditCalls.state, ({ request, params: { entity, number }, query: { id } }) =>
    getEntityState(db, request, { entity, key: id, number: Number(number) }),
  )
  route(app, auditCalls.restorePreview, ({ request, params: { entity, number }, query: { id } }) =>
    getRestore(db, request, { entity, key: id, number: Number(number) }),
  )
  route(app, auditCalls.restore, async ({ request, http, params: { entity, number }, body: { id, seen } }) => {
    const parts = { ...context, publicUrl: publicUrlOf(context.config, http) }
    const made = await restoreEntity(parts, request, { entity, key: id, number: Number(number), seen })
    return made instanceof Refusal ? made : { number: made }
  })
}
