import { userPropertyCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { changeUserProperty } from '../../operations/user-properties/change-user-property.ts'
import { createUserProperty } from '../../operations/user-properties/create-user-property.ts'
import { disableUserProperty } from '../../operations/user-properties/disable-user-property.ts'
import { restoreUserProperty } from '../../operations/user-properties/restore-user-property.ts'
import { setPropertyValues } from '../../operations/user-properties/set-property-values.ts'
import { recordRoutes } from '../../platform/http/record-routes.ts'
import { route } from '../../platform/http/route.ts'
import { listRoutes } from '../../platform/list/list-routes.ts'
import { findPropertyValues } from './find-property-values.ts'
import { getUserProperty } from './get-user-property.ts'
import { listValuesOfUser } from './list-values-of-user.ts'
import { userProperties } from './user-property-list.ts'

export function registerUserProperties(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  listRoutes(app, db, { calls: userPropertyCalls, source: userProperties })
  recordRoutes(app, userPropertyCalls, {
    refOf: ({ id }) => id,
    read: (request, id) => getUserProperty(db, request, id),
    create: (request, body) => createUserProperty(context, request, body),
    change: (request, id, fields) => changeUserProperty(context, request, { id, ...fields }),
    disable: (request, id, reason) => disableUserProperty(context, request, { id, reason }),
    restore: (request, id) => restoreUserProperty(context, request, id),
  })
  route(app, userPropertyCalls.valuesOfUser, ({ request, params }) => listValuesOfUser(db, request, params.id))
  route(
    app,
    userPropertyCalls.setValuesOfUser,
    async ({ request, params: { id }, body: { values } }) =>
      (await setPropertyValues(context, request, { id, values })) ?? listValuesOfUser(db, request, id),
  )
  route(app, userPropertyCalls.findValuesOfUser, ({ request, params: { id, key }, query: { q } }) =>
    findPropertyValues(db, request, { id, key, q }),
  )
}
