import { noticeCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { markAllRead } from '../../operations/notices/mark-all-read.ts'
import { markNotices } from '../../operations/notices/mark-notices.ts'
import { saveNoticeSettings } from '../../operations/notices/save-notice-settings.ts'
import { route } from '../../platform/http/route.ts'
import { listRoutes } from '../../platform/list/list-routes.ts'
import { getSettings } from './get-settings.ts'
import { notices } from './notice-list.ts'

/** Registers the calls for the notifications of the signed-in user and their settings. */
export function registerNotices(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  listRoutes(app, db, { calls: noticeCalls, source: notices })
  route(app, noticeCalls.mark, ({ request, body }) => markNotices(context, request, body))
  route(app, noticeCalls.markAll, ({ request, body }) => markAllRead(context, request, body.until))
  route(app, noticeCalls.settings, ({ request }) => getSettings(db, request))
  route(
    app,
    noticeCalls.saveSettings,
    async ({ request, body }) => (await saveNoticeSettings(context, request, body)) ?? getSettings(db, request),
  )
}
