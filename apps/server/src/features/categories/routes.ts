import { categoryCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { addFavourite } from '../../operations/favourites/add-favourite.ts'
import { removeFavourite } from '../../operations/favourites/remove-favourite.ts'
import { route } from '../../platform/http/route.ts'
import { getMenu, listCategories, listProcesses } from './list-processes.ts'

export function registerCategories(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  route(app, categoryCalls.list, ({ user }) => listCategories(db, user))
  route(app, categoryCalls.menu, ({ user }) => getMenu(db, user))
  route(app, categoryCalls.processes, ({ user, params }) => listProcesses(db, user, params.name))
  route(app, categoryCalls.addFavourite, ({ user, params }) => addFavourite(context, user, params.key))
  route(app, categoryCalls.removeFavourite, ({ user, params }) => removeFavourite(context, user, params.key))
}
