import { bindingCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { removeBinding } from '../../operations/bindings/remove-binding.ts'
import { saveBinding } from '../../operations/bindings/save-binding.ts'
import { route } from '../../platform/http/route.ts'
import { listBindings } from './list-bindings.ts'

export function registerBindings(app: FastifyInstance, context: AppContext): void {
  route(app, bindingCalls.list, ({ request }) => listBindings(context.db, request))
  route(app, bindingCalls.save, ({ request, params, body }) =>
    saveBinding(context, request, { name: params.name, boundTo: body }),
  )
  route(app, bindingCalls.delete, ({ request, params }) => removeBinding(context, request, params.name))
}
