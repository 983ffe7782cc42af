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
  route(app, userPropertyCalls.create, async ({ request, body }) => {
    const id = await createUserProperty(context, request, body)
    return id instanceof Refusal ? id : getUserProperty(db, request, id)
  })
  route(app, userPropertyCalls.get, ({ request, params }) => getUserProperty(db, request, params.id))
  route(
    app,
    userPropertyCalls.save,
    async ({ request, params: { id }, body: { revision, ...fields } }) =>
      (await changeUserProperty(context, request, { id, revision, ...fields })) ?? getUserProperty(db, request, id),
  )
  route(
    app,
    userPropertyCalls.disable,
    async ({ request, params: { id }, query }) =>
      (await disableUserProperty(context, request, { id, reason: query.deletedReason })) ??
      getUserProperty(db, request, id),
  )
  route(
    app,
    userPropertyCalls.restore,
    async ({ request, params: { id } }) =>
      (await restoreUserProperty(context, request, id)) ?? getUserProperty(db, request, id),
  )
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
