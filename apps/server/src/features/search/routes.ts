import { searchCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { route } from '../../platform/http/route.ts'
import { find } from './find.ts'

export function registerSearch(app: FastifyInstance, { db }: AppContext): void {
  route(app, searchCalls.find, ({ user, query }) => find(db, user, query))
}
