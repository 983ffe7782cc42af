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
  route(app, categoryCalls.list, ({ request }) => listCategories(db, request))
  route(app, categoryCalls.menu, ({ request }) => getMenu(db, request))
  route(app, categoryCalls.processes, ({ request, params }) => listProcesses(db, request, params.name))
  route(app, categoryCalls.addFavourite, ({ request, params }) => addFavourite(context, request, params.key))
  route(app, categoryCalls.removeFavourite, ({ request, params }) => removeFavourite(context, request, params.key))

  route(app, categoryDesignCalls.get, ({ request }) => getCategoryDesigns(db, request))
  route(app, categoryDesignCalls.create, async ({ request, body }) => {
    const id = await createCategory(context, request, body)
    return id instanceof Refusal ? id : getCategoryDesign(db, request, id)
  })
  route(
    app,
    categoryDesignCalls.save,
    async ({ request, params: { id }, body: { revision, ...details } }) =>
      (await changeCategory(context, request, { id, revision, ...details })) ?? getCategoryDesign(db, request, id),
  )
  route(app, categoryDesignCalls.move, ({ request, params, body }) =>
    moveCategory(context, request, { ...params, ...body }),
  )
  route(app, categoryDesignCalls.remove, ({ request, params }) => removeCategory(context, request, params.id))
  route(app, categoryDesignCalls.placeProcess, ({ request, params, body }) =>
    placeProcess(context, request, { ...params, ...body }),
  )
}
