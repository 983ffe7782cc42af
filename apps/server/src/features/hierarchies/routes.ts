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
  listRoutes(app, db, { calls: hierarchyCalls, source: hierarchies })
  route(app, hierarchyCalls.create, async ({ request, body }) => {
    const id = await createHierarchy(context, request, body)
    return id instanceof Refusal ? id : getHierarchy(db, request, id)
  })
  route(app, hierarchyCalls.get, ({ request, params }) => getHierarchy(db, request, params.id))
  route(
    app,
    hierarchyCalls.save,
    async ({ request, params: { id }, body: { revision, ...fields } }) =>
      (await changeHierarchy(context, request, { id, revision, ...fields })) ?? getHierarchy(db, request, id),
  )
  route(
    app,
    hierarchyCalls.disable,
    async ({ request, params: { id }, query }) =>
      (await disableHierarchy(context, request, { id, reason: query.deletedReason })) ?? getHierarchy(db, request, id),
  )
  route(
    app,
    hierarchyCalls.restore,
    async ({ request, params: { id } }) =>
      (await restoreHierarchy(context, request, id)) ?? getHierarchy(db, request, id),
  )
}
