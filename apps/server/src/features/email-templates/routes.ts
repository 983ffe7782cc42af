import { emailTemplateCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { changeEmailTemplate } from '../../operations/email-templates/change-email-template.ts'
import { createEmailTemplate } from '../../operations/email-templates/create-email-template.ts'
import { disableEmailTemplate } from '../../operations/email-templates/disable-email-template.ts'
import { restoreEmailTemplate } from '../../operations/email-templates/restore-email-template.ts'
import { sendTestMail } from '../../operations/email-templates/send-test-mail.ts'
import { isTooMany } from '../../platform/auth/too-many.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { refuseTooMany } from '../../platform/http/refuse-too-many.ts'
import { route } from '../../platform/http/route.ts'
import { listRoutes } from '../../platform/list/list-routes.ts'
import { renderMailText } from '../../runtime/mail/read-mail-text.ts'
import { emailTemplates } from './email-template-list.ts'
import { getEmailTemplate, getTestMail } from './get-email-template.ts'

export function registerEmailTemplates(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  listRoutes(app, db, {
    list: emailTemplateCalls.list,
    count: emailTemplateCalls.listCount,
    file: emailTemplateCalls.listExport,
    source: emailTemplates,
  })
  route(app, emailTemplateCalls.create, async ({ request, body }) => {
    const id = await createEmailTemplate(context, request, body)
    return id instanceof Refusal ? id : getEmailTemplate(db, request, id)
  })
  route(app, emailTemplateCalls.get, ({ request, params }) => getEmailTemplate(db, request, params.id))
  route(
    app,
    emailTemplateCalls.save,
    async ({ request, params: { id }, body: { revision, ...text } }) =>
      (await changeEmailTemplate(context, request, { id, revision, ...text })) ?? getEmailTemplate(db, request, id),
  )
  route(
    app,
    emailTemplateCalls.disable,
    async ({ request, params: { id }, query }) =>
      (await disableEmailTemplate(context, request, { id, reason: query.deletedReason })) ??
      getEmailTemplate(db, request, id),
  )
  route(
    app,
    emailTemplateCalls.restore,
    async ({ request, params: { id } }) =>
      (await restoreEmailTemplate(context, request, id)) ?? getEmailTemplate(db, request, id),
  )
  route(app, emailTemplateCalls.preview, async ({ request: { user }, body: { subject, html, sample } }) => {
    const mail = await renderMailText(context.runtime, user, { text: { subject, html }, sample })
    return mail instanceof Refusal ? mail : { ...mail, missing: [...mail.missing] }
  })
  route(app, emailTemplateCalls.sendTest, async ({ request, params, body, reply }) => {
    const id = await sendTestMail(context, request, { id: params.id, ...body })
    if (typeof id === 'object' && isTooMany(id)) return refuseTooMany(reply, id, 'test mails')
    return id instanceof Refusal ? id : getTestMail(db, request.user, id)
  })
  route(app, emailTemplateCalls.testMail, ({ request: { user }, params }) => getTestMail(db, user, params.id))
}
