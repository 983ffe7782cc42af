import { searchCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { route } from '../../platform/http/route.ts'
import { type Finders, find } from './find.ts'
import { fileFinder } from './find-files.ts'

export function registerSearch(
  app: FastifyInstance,
  { db }: AppContext,
  finders: Pick<Finders, 'tasks' | 'instances'>,
): void {
  route(app, searchCalls.find, ({ user, query }) =>
    find(db, user, { ...query, finders: { ...finders, files: fileFinder } }),
  )
}
