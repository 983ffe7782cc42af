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
  route(app, listViewCalls.list, ({ user, query }) => listListViews(db, user, query.list))
  route(app, listViewCalls.get, ({ user, params }) => getListView(db, user, params.id))
  route(app, listViewCalls.audiences, ({ user }) => listAudiences(db, user))
  route(app, listViewCalls.create, async ({ user, body }) => {
    const id = await createListView(context, user, body)
    return id instanceof Refusal ? id : getListView(db, user, id)
  })
  route(
    app,
    listViewCalls.save,
    async ({ user, params: { id }, body }) =>
      (await changeListView(context, user, { id, ...body })) ?? getListView(db, user, id),
  )
  route(app, listViewCalls.remove, ({ user, params }) => removeListView(context, user, params.id))
  route(app, listViewCalls.setDefault, ({ user, body }) => setDefaultView(context, user, body))
}
