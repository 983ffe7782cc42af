import { settingCalls, ssoTestCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { changeSettings } from '../../operations/settings/change-settings.ts'
import { sendSettingsMail } from '../../operations/settings/send-settings-mail.ts'
import { readSsoTest } from '../../operations/sso-tests/read-sso-test.ts'
import { startSsoTest } from '../../operations/sso-tests/start-sso-test.ts'
import { isTooMany } from '../../platform/auth/too-many.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { requireBrowser } from '../../platform/http/browser-session.ts'
import { publicUrlOf } from '../../platform/http/public-url.ts'
import { refuseTooMany } from '../../platform/http/refuse-too-many.ts'
import { route } from '../../platform/http/route.ts'
import { ssoPaths } from '../../platform/sso/sso-paths.ts'
import { findTestMail } from '../../runtime/mail/find-test-mail.ts'
import { listSettings } from './list-settings.ts'

export function registerSettings(app: FastifyInstance, context: AppContext): void {
  route(app, settingCalls.list, ({ request }) => listSettings(context, request))
  route(
    app,
    settingCalls.change,
    async ({ request, body }) =>
      (await changeSettings(context, request, body.changes)) ?? listSettings(context, request),
  )
  route(app, ssoTestCalls.start, async ({ request, http }) => {
    requireBrowser(http)
    if (context.sso === null)
      return refuse('sso.unavailable', 'Expected a provider of single sign-on, but none is saved. Save one first.')
    const token = await startSsoTest(context, request)
    if (token instanceof Refusal) return token
    return { location: `${context.config.apiBase}${ssoPaths.start}?test=${encodeURIComponent(token)}` }
  })
  route(app, ssoTestCalls.get, async ({ request }) => {
    const result = await readSsoTest(context, request)
    return result instanceof Refusal ? result : { isConfigured: context.sso !== null, result }
  })
  route(app, settingCalls.sendTest, async ({ request, http, body, reply }) => {
    const order = { ...body, publicUrl: publicUrlOf(context.config, http) }
    const id = await sendSettingsMail(context, request, order)
    if (typeof id === 'object' && isTooMany(id)) return refuseTooMany(reply, id, 'test mails')
    return id instanceof Refusal ? id : findTestMail(context.db, request.workplaceId, { id, of: 'system_mail' })
  })
}
