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
import { recordRoutes } from '../../platform/http/record-routes.ts'
import { refuseTooMany } from '../../platform/http/refuse-too-many.ts'
import { route } from '../../platform/http/route.ts'
import { listRoutes } from '../../platform/list/list-routes.ts'
import { renderMailText } from '../../runtime/mail/read-mail-text.ts'
import { emailTemplates } from './email-template-list.ts'
import { getEmailTemplate, getTestMail } from './get-email-template.ts'

export function registerEmailTemplates(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  listRoutes(app, db, { calls: emailTemplateCalls, source: emailTemplates })
  recordRoutes(app, emailTemplateCalls, {
    refOf: ({ id }) => id,
    read: (request, id) => getEmailTemplate(db, request, id),
    create: (request, body) => createEmailTemplate(context, request, body),
    change: (request, id, text) => changeEmailTemplate(context, request, { id, ...text }),
    disable: (request, id, reason) => disableEmailTemplate(context, request, { id, reason }),
    restore: (request, id) => restoreEmailTemplate(context, request, id),
  })
  route(app, emailTemplateCalls.preview, async ({ request, body: { subject, html, sample } }) => {
    const mail = await renderMailText(context.runtime, request.user, { text: { subject, html }, sample })
    return mail instanceof Refusal ? mail : { ...mail, missing: [...mail.missing] }
  })
  route(app, emailTemplateCalls.sendTest, async ({ request, params, body, reply }) => {
    const id = await sendTestMail(context, request, { id: params.id, ...body })
    if (typeof id === 'object' && isTooMany(id)) return refuseTooMany(reply, id, 'test mails')
    return id instanceof Refusal ? id : getTestMail(db, request.user, id)
  })
  route(app, emailTemplateCalls.testMail, ({ request, params }) => getTestMail(db, request.user, params.id))
}
