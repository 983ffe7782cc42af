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
    read: (user, id) => getUserProperty(db, user, id),
    create: (user, body) => createUserProperty(context, user, body),
    change: (user, id, fields) => changeUserProperty(context, user, { id, ...fields }),
    disable: (user, id, reason) => disableUserProperty(context, user, { id, reason }),
    restore: (user, id) => restoreUserProperty(context, user, id),
  })
  route(app, userPropertyCalls.valuesOfUser, ({ user, params }) => listValuesOfUser(db, user, params.id))
  route(
    app,
    userPropertyCalls.setValuesOfUser,
    async ({ user, params: { id }, body: { values } }) =>
      (await setPropertyValues(context, user, { id, values })) ?? listValuesOfUser(db, user, id),
  )
  route(app, userPropertyCalls.findValuesOfUser, ({ user, params: { id, key }, query: { q } }) =>
    findPropertyValues(db, user, { id, key, q }),
  )
}
