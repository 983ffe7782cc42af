import { hierarchyCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { changeHierarchy } from '../../operations/hierarchies/change-hierarchy.ts'
import { createHierarchy } from '../../operations/hierarchies/create-hierarchy.ts'
import { disableHierarchy } from '../../operations/hierarchies/disable-hierarchy.ts'
import { restoreHierarchy } from '../../operations/hierarchies/restore-hierarchy.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { listRoutes } from '../../platform/list/list-routes.ts'
import { getHierarchy } from './get-hierarchy.ts'
import { hierarchies } from './hierarchy-list.ts'

import { registerHierarchyNodes } from './node-routes.ts'

export function registerHierarchies(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  registerHierarchyNodes(app, context)
  listRoutes(app, db, {
    list: hierarchyCalls.list,
    count: hierarchyCalls.listCount,
    file: hierarchyCalls.listExport,
    source: hierarchies,
  })
  route(app, hierarchyCalls.create, async ({ user, body }) => {
    const id = await createHierarchy(context, user, body)
    return id instanceof Refusal ? id : getHierarchy(db, user, id)
  })
  route(app, hierarchyCalls.get, ({ user, params }) => getHierarchy(db, user, params.id))
  route(
    app,
    hierarchyCalls.save,
    async ({ user, params: { id }, body: { revision, ...fields } }) =>
      (await changeHierarchy(context, user, { id, revision, ...fields })) ?? getHierarchy(db, user, id),
  )
  route(
    app,
    hierarchyCalls.disable,
    async ({ user, params: { id }, query }) =>
      (await disableHierarchy(context, user, { id, reason: query.deletedReason })) ?? getHierarchy(db, user, id),
  )
  route(
    app,
    hierarchyCalls.restore,
    async ({ user, params: { id } }) => (await restoreHierarchy(context, user, id)) ?? getHierarchy(db, user, id),
  )
}
