import { listViewCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { changeListView } from '../../operations/list-views/change-list-view.ts'
import { createListView } from '../../operations/list-views/create-list-view.ts'
import { removeListView } from '../../operations/list-views/remove-list-view.ts'
import { setDefaultView } from '../../operations/list-views/set-default-view.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { getListView, listAudiences, listListViews } from './list-list-views.ts'

export function registerListViews(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  route(app, listViewCalls.list, ({ request, query }) => listListViews(db, request, query.list))
  route(app, listViewCalls.get, ({ request, params }) => getListView(db, request, params.id))
  route(app, listViewCalls.audiences, ({ request }) => listAudiences(db, request))
  route(app, listViewCalls.create, async ({ request, body }) => {
    const id = await createListView(context, request, body)
    return id instanceof Refusal ? id : getListView(db, request, id)
  })
  route(
    app,
    listViewCalls.save,
    async ({ request, params: { id }, body }) =>
      (await changeListView(context, request, { id, ...body })) ?? getListView(db, request, id),
  )
  route(app, listViewCalls.remove, ({ request, params }) => removeListView(context, request, params.id))
  route(app, listViewCalls.setDefault, ({ request, body }) => setDefaultView(context, request, body))
}
