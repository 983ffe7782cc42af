import { customViewCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { route } from '../../platform/http/route.ts'
import { listCustomViews } from './list-custom-views.ts'

export function registerCustomViews(app: FastifyInstance, { db }: AppContext): void {
  route(app, customViewCalls.list, ({ request }) => listCustomViews(db, request))
}
