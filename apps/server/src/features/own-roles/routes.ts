import { ownRoleCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { changeOwnRole } from '../../operations/own-roles/change-own-role.ts'
import { createOwnRole } from '../../operations/own-roles/create-own-role.ts'
import { disableOwnRole } from '../../operations/own-roles/disable-own-role.ts'
import { restoreOwnRole } from '../../operations/own-roles/restore-own-role.ts'
import { findThings } from '../../operations/own-roles/things.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { recordRoutes } from '../../platform/http/record-routes.ts'
import { route } from '../../platform/http/route.ts'
import { listRoutes } from '../../platform/list/list-routes.ts'
import { getOwnRole } from './get-own-role.ts'
import { ownRoles } from './own-role-list.ts'

export function registerOwnRoles(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  listRoutes(app, db, { calls: ownRoleCalls, source: ownRoles })
  recordRoutes(app, ownRoleCalls, {
    refOf: ({ id }) => id,
    read: (request, key) => getOwnRole(db, request, key),
    create: async (request, body) => {
      const made = await createOwnRole(context, request, body)
      return made instanceof Refusal ? made : body.key
    },
    change: (request, key, fields) => changeOwnRole(context, request, { key, ...fields }),
    disable: (request, key, reason) => disableOwnRole(context, request, { key, reason }),
    restore: (request, key) => restoreOwnRole(context, request, key),
  })
  route(app, ownRoleCalls.things, ({ request, query }) =>
    db.read(request, (tx) => findThings(tx, request.workplaceId, { ...query, most: 20 })),
  )
}
