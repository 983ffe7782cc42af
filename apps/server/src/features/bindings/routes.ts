import { bindingCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { route } from '../../platform/http/route.ts'
import { listBindings } from './list-bindings.ts'
import { removeBinding, saveBinding } from './save-binding.ts'

export function registerBindings(app: FastifyInstance, { db, clock }: AppContext): void {
  route(app, bindingCalls.list, ({ user }) => listBindings(db, user))
  route(app, bindingCalls.save, ({ user, params, body }) =>
    saveBinding(db, user, { name: params.name, boundTo: body, changedAt: clock() }),
  )
  route(app, bindingCalls.delete, ({ user, params }) => removeBinding(db, user, params.name))
}
