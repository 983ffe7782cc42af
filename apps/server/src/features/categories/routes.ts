import { categoryCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { route } from '../../platform/http/route.ts'
import { addFavourite, removeFavourite } from './change-favourite.ts'
import { getMenu, listCategories, listProcesses } from './list-processes.ts'

export function registerCategories(app: FastifyInstance, { db }: AppContext): void {
  route(app, categoryCalls.list, ({ user }) => listCategories(db, user))
  route(app, categoryCalls.menu, ({ user }) => getMenu(db, user))
  route(app, categoryCalls.processes, ({ user, params }) => listProcesses(db, user, params.name))
  route(app, categoryCalls.addFavourite, ({ user, params }) => addFavourite(db, user, params.key))
  route(app, categoryCalls.removeFavourite, ({ user, params }) => removeFavourite(db, user, params.key))
}
