import { searchCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { route } from '../../platform/http/route.ts'
import { type Finders, find, findPage } from './find.ts'
import { fileFinder } from './find-files.ts'
import { goTo } from './go-to.ts'

export function registerSearch(
  app: FastifyInstance,
  { db }: AppContext,
  { tasks, instances }: Pick<Finders, 'tasks' | 'instances'>,
): void {
  const finders = { tasks, instances, files: fileFinder }
  route(app, searchCalls.find, ({ request, query }) => find(db, request, { ...query, finders }))
  route(app, searchCalls.goTo, ({ request, query }) => goTo(db, request, query.q))
  route(app, searchCalls.tasks, ({ request, query }) => findPage(db, request, { ...query, finder: tasks }))
  route(app, searchCalls.instances, ({ request, query }) => findPage(db, request, { ...query, finder: instances }))
  route(app, searchCalls.files, ({ request, query }) => findPage(db, request, { ...query, finder: fileFinder }))
}
