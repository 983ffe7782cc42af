import { draftCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { discardDrafts } from '../../operations/drafts/discard-drafts.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { listRoutes } from '../../platform/list/list-routes.ts'
import { startDrafts, taskDrafts } from './draft-lists.ts'
import { readDraft } from './read-draft.ts'

export function registerDrafts(app: FastifyInstance, context: AppContext): void {
  const { db, runtime } = context
  listRoutes(app, db, {
    list: draftCalls.tasks,
    count: draftCalls.tasksCount,
    file: draftCalls.tasksExport,
    source: taskDrafts,
  })
  listRoutes(app, db, {
    list: draftCalls.starts,
    count: draftCalls.startsCount,
    file: draftCalls.startsExport,
    source: startDrafts,
  })
  route(app, draftCalls.read, ({ request, params }) => readDraft(runtime, request, params.id))
  route(app, draftCalls.discard, async ({ request, body }) => {
    const discarded = await discardDrafts(context, request, body.ids)
    return discarded instanceof Refusal ? discarded : { discarded }
  })
}
