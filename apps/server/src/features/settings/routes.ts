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
  route(app, settingCalls.list, ({ user }) => listSettings(context, user))
  route(
    app,
    settingCalls.change,
    async ({ user, body }) => (await changeSettings(context, user, body.changes)) ?? listSettings(context, user),
  )
  route(app, settingCalls.sendTest, async ({ user, request, body, reply }) => {
    const order = { ...body, publicUrl: publicUrlOf(context.config, request) }
    const id = await sendSettingsMail(context, user, order)
    if (typeof id === 'object' && isTooMany(id)) return refuseTooMany(reply, id, 'test mails')
    return id instanceof Refusal ? id : findTestMail(context.db, user.workplaceId, { id, of: 'system_mail' })
  })
}
