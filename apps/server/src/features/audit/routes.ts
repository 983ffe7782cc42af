import { auditCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { route } from '../../platform/http/route.ts'
import { listRoutes } from '../../platform/list/list-routes.ts'
import { getEntityHistory, getEntityState } from './entity-history.ts'
import { getRevision } from './get-revision.ts'
import { listPeople } from './list-people.ts'
import { auditRevisions } from './revision-list.ts'
import { compareFormVersion, getDesignBefore } from './version-before.ts'

export function registerAudit(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  listRoutes(app, db, { calls: auditCalls, source: auditRevisions })
  route(app, auditCalls.people, ({ user }) => listPeople(db, user))
  route(app, auditCalls.revision, ({ user, params, query: { after } }) =>
    getRevision(db, user, { number: Number(params.number), after }),
  )
  route(app, auditCalls.designBefore, ({ user, params: { number, id } }) =>
    getDesignBefore(context, user, { number: Number(number), id }),
  )
  route(app, auditCalls.formComparison, ({ user, params: { number, id } }) =>
    compareFormVersion(context, user, { number: Number(number), id }),
  )
  route(app, auditCalls.history, ({ user, params: { entity }, query: { id, before } }) =>
    getEntityHistory(db, user, { entity, key: id, before }),
  )
  route(app, auditCalls.state, ({ user, params: { entity, number }, query: { id } }) =>
    getEntityState(db, user, { entity, key: id, number: Number(number) }),
  )
}
