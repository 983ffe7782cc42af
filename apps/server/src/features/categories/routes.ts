import { categoryCalls, categoryDesignCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { changeCategory } from '../../operations/categories/change-category.ts'
import { createCategory } from '../../operations/categories/create-category.ts'
import { moveCategory } from '../../operations/categories/move-category.ts'
import { placeProcess } from '../../operations/categories/place-process.ts'
import { removeCategory } from '../../operations/categories/remove-category.ts'
import { addFavourite } from '../../operations/favourites/add-favourite.ts'
import { removeFavourite } from '../../operations/favourites/remove-favourite.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { getCategoryDesign, getCategoryDesigns } from './category-designs.ts'
import { getMenu, listCategories, listProcesses } from './list-processes.ts'

export function registerCategories(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  route(app, categoryCalls.list, ({ user }) => listCategories(db, user))
  route(app, categoryCalls.menu, ({ user }) => getMenu(db, user))
  route(app, categoryCalls.processes, ({ user, params }) => listProcesses(db, user, params.name))
  route(app, categoryCalls.addFavourite, ({ user, params }) => addFavourite(context, user, params.key))
  route(app, categoryCalls.removeFavourite, ({ user, params }) => removeFavourite(context, user, params.key))

  route(app, categoryDesignCalls.get, ({ user }) => getCategoryDesigns(db, user))
  route(app, categoryDesignCalls.create, async ({ user, body }) => {
    const id = await createCategory(context, user, body)
    return id instanceof Refusal ? id : getCategoryDesign(db, user, id)
  })
  route(
    app,
    categoryDesignCalls.save,
    async ({ user, params: { id }, body: { revision, ...details } }) =>
      (await changeCategory(context, user, { id, revision, ...details })) ?? getCategoryDesign(db, user, id),
  )
  route(app, categoryDesignCalls.move, ({ user, params, body }) => moveCategory(context, user, { ...params, ...body }))
  route(app, categoryDesignCalls.remove, ({ user, params }) => removeCategory(context, user, params.id))
  route(app, categoryDesignCalls.placeProcess, ({ user, params, body }) =>
    placeProcess(context, user, { ...params, ...body }),
  )
}
