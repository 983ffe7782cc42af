import { searchCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { route } from '../../platform/http/route.ts'
import { type Finders, find, findPage } from './find.ts'
import { fileFinder } from './find-files.ts'

export function registerSearch(
  app: FastifyInstance,
  { db }: AppContext,
  { tasks, instances }: Pick<Finders, 'tasks' | 'instances'>,
): void {
  const finders = { tasks, instances, files: fileFinder }
  route(app, searchCalls.find, ({ user, query }) => find(db, user, { ...query, finders }))
  route(app, searchCalls.tasks, ({ user, query }) => findPage(db, user, { ...query, finder: tasks }))
  route(app, searchCalls.instances, ({ user, query }) => findPage(db, user, { ...query, finder: instances }))
  route(app, searchCalls.files, ({ user, query }) => findPage(db, user, { ...query, finder: fileFinder }))
}
