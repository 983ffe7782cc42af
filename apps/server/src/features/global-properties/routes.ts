import { globalPropertyCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { changeGlobalProperty } from '../../operations/global-properties/change-global-property.ts'
import { createGlobalProperty } from '../../operations/global-properties/create-global-property.ts'
import { removeGlobalProperty } from '../../operations/global-properties/remove-global-property.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { listRoutes } from '../../platform/list/list-routes.ts'
import { getGlobalProperty } from './get-global-property.ts'
import { globalProperties } from './global-property-list.ts'

export function registerGlobalProperties(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  listRoutes(app, db, {
    list: globalPropertyCalls.list,
    count: globalPropertyCalls.listCount,
    file: globalPropertyCalls.listExport,
    source: globalProperties,
  })
  route(app, globalPropertyCalls.create, async ({ request, body }) => {
    const id = await createGlobalProperty(context, request, body)
    return id instanceof Refusal ? id : getGlobalProperty(context, request, id)
  })
  route(app, globalPropertyCalls.get, ({ request, params }) => getGlobalProperty(context, request, params.id))
  route(
    app,
    globalPropertyCalls.save,
    async ({ request, params: { id }, body: { value = null, revision, ...details } }) =>
      (await changeGlobalProperty(context, request, { id, value, revision, ...details })) ??
      getGlobalProperty(context, request, id),
  )
  route(app, globalPropertyCalls.remove, ({ request, params }) => removeGlobalProperty(context, request, params.id))
}
