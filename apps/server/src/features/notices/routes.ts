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

/** What the user is told, and how: always about who is signed in. */
export function registerNotices(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  listRoutes(app, db, { calls: noticeCalls, source: notices })
  route(app, noticeCalls.mark, ({ user, body }) => markNotices(context, user, body))
  route(app, noticeCalls.markAll, ({ user, body }) => markAllRead(context, user, body.until))
  route(app, noticeCalls.settings, ({ user }) => getSettings(db, user))
  route(
    app,
    noticeCalls.saveSettings,
    async ({ user, body }) => (await saveNoticeSettings(context, user, body)) ?? getSettings(db, user),
  )
}
