import { userPropertyCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { changeUserProperty } from '../../operations/user-properties/change-user-property.ts'
import { createUserProperty } from '../../operations/user-properties/create-user-property.ts'
import { disableUserProperty } from '../../operations/user-properties/disable-user-property.ts'
import { restoreUserProperty } from '../../operations/user-properties/restore-user-property.ts'
import { setPropertyValues } from '../../operations/user-properties/set-property-values.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { listRoutes } from '../../platform/list/list-routes.ts'
import { findPropertyValues } from './find-property-values.ts'
import { getUserProperty } from './get-user-property.ts'
import { listValuesOfUser } from './list-values-of-user.ts'
import { userProperties } from './user-property-list.ts'

export function registerUserProperties(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  listRoutes(app, db, {
    list: userPropertyCalls.list,
    count: userPropertyCalls.listCount,
    file: userPropertyCalls.listExport,
    source: userProperties,
  })
  route(app, userPropertyCalls.create, async ({ user, body }) => {
    const id = await createUserProperty(context, user, body)
    return id instanceof Refusal ? id : getUserProperty(db, user, id)
  })
  route(app, userPropertyCalls.get, ({ user, params }) => getUserProperty(db, user, params.id))
  route(
    app,
    userPropertyCalls.save,
    async ({ user, params: { id }, body: { revision, ...fields } }) =>
      (await changeUserProperty(context, user, { id, revision, ...fields })) ?? getUserProperty(db, user, id),
  )
  route(
    app,
    userPropertyCalls.disable,
    async ({ user, params: { id }, query }) =>
      (await disableUserProperty(context, user, { id, reason: query.deletedReason })) ?? getUserProperty(db, user, id),
  )
  route(
    app,
    userPropertyCalls.restore,
    async ({ user, params: { id } }) => (await restoreUserProperty(context, user, id)) ?? getUserProperty(db, user, id),
  )
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
