import { settingCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { changeSettings } from '../../operations/settings/change-settings.ts'
import { sendSettingsMail } from '../../operations/settings/send-settings-mail.ts'
import { isTooMany } from '../../platform/auth/too-many.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { publicUrlOf } from '../../platform/http/public-url.ts'
import { refuseTooMany } from '../../platform/http/refuse-too-many.ts'
import { route } from '../../platform/http/route.ts'
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
  route(app, settingCalls.sendTest, async ({ request, http, body, reply }) => {
    const order = { ...body, publicUrl: publicUrlOf(context.config, http) }
    const id = await sendSettingsMail(context, request, order)
    if (typeof id === 'object' && isTooMany(id)) return refuseTooMany(reply, id, 'test mails')
    return id instanceof Refusal ? id : findTestMail(context.db, request.workplaceId, { id, of: 'system_mail' })
  })
}
