import { globalPropertyCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { changeGlobalProperty } from '../../operations/global-properties/change-global-property.ts'
import { createGlobalProperty } from '../../operations/global-properties/create-global-property.ts'
import { removeGlobalProperty } from '../../operations/global-properties/remove-global-property.ts'
import { recordRoutes } from '../../platform/http/record-routes.ts'
import { listRoutes } from '../../platform/list/list-routes.ts'
import { getGlobalProperty } from './get-global-property.ts'
import { globalProperties } from './global-property-list.ts'

export function registerGlobalProperties(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  listRoutes(app, db, { calls: globalPropertyCalls, source: globalProperties })
  recordRoutes(app, globalPropertyCalls, {
    refOf: ({ id }) => id,
    read: (request, id) => getGlobalProperty(context, request, id),
    create: (request, body) => createGlobalProperty(context, request, body),
    change: (request, id, { value = null, ...details }) =>
      changeGlobalProperty(context, request, { id, value, ...details }),
    remove: (request, id) => removeGlobalProperty(context, request, id),
  })
}
