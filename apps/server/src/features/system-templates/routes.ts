import { systemTemplateCalls } from '@millrace/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { resetSystemTemplate } from '../../operations/system-templates/reset-system-template.ts'
import { saveSystemTemplate } from '../../operations/system-templates/save-system-template.ts'
import { sendSystemTestMail } from '../../operations/system-templates/send-system-test-mail.ts'
import { isTooMany } from '../../platform/auth/too-many.ts'
import type { User } from '../../platform/auth/user.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { publicUrlOf } from '../../platform/http/public-url.ts'
import { refuseTooMany } from '../../platform/http/refuse-too-many.ts'
import { route } from '../../platform/http/route.ts'
import { getSystemTemplate, getSystemTestMail, listSystemTemplates } from './get-system-template.ts'
import { previewSystemMail } from './preview-system-mail.ts'

/** What the mails say that the product sends by itself. */
export function registerSystemTemplates(app: FastifyInstance, context: AppContext): void {
  const { db, clock, config } = context
  const find = (user: User, request: FastifyRequest, of: { mail: string; language: string }) =>
    getSystemTemplate(db, user, { ...of, publicUrl: publicUrlOf(config, request), now: clock() })
  route(app, systemTemplateCalls.list, ({ user }) => listSystemTemplates(db, user))
  route(app, systemTemplateCalls.get, ({ user, request, params, query }) =>
    find(user, request, { ...params, ...query }),
  )
  route(app, systemTemplateCalls.save, async ({ user, request, params, body: { revision, ...text } }) => {
    const change = { ...params, ...text, revision, publicUrl: publicUrlOf(config, request) }
    return (
      (await saveSystemTemplate(context, user, change)) ?? find(user, request, { ...params, language: text.language })
    )
  })
  route(
    app,
    systemTemplateCalls.reset,
    async ({ user, request, params, query: { language, revision } }) =>
      (await resetSystemTemplate(context, user, { ...params, language, revision })) ??
      find(user, request, { ...params, language }),
  )
  route(app, systemTemplateCalls.preview, ({ user, request, params, body }) =>
    previewSystemMail(context.runtime, user, { ...params, ...body, publicUrl: publicUrlOf(config, request) }),
  )
  route(app, systemTemplateCalls.sendTest, async ({ user, request, params, body, reply }) => {
    const order = { ...params, ...body, publicUrl: publicUrlOf(config, request) }
    const id = await sendSystemTestMail(context, user, order)
    if (typeof id === 'object' && isTooMany(id)) return refuseTooMany(reply, id, 'test mails')
    return id instanceof Refusal ? id : getSystemTestMail(db, user, id)
  })
  route(app, systemTemplateCalls.testMail, ({ user, params }) => getSystemTestMail(db, user, params.id))
}
