import { systemTemplateCalls } from '@millrace/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { resetSystemTemplate } from '../../operations/system-templates/reset-system-template.ts'
import { saveSystemTemplate } from '../../operations/system-templates/save-system-template.ts'
import { sendSystemTestMail } from '../../operations/system-templates/send-system-test-mail.ts'
import type { Request } from '../../platform/auth/request.ts'
import { isTooMany } from '../../platform/auth/too-many.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { publicUrlOf } from '../../platform/http/public-url.ts'
import { refuseTooMany } from '../../platform/http/refuse-too-many.ts'
import { route } from '../../platform/http/route.ts'
import { getSystemTemplate, getSystemTestMail, listSystemTemplates } from './get-system-template.ts'
import { previewSystemMail } from './preview-system-mail.ts'

/** Routes for the texts of mails that the product sends. */
export function registerSystemTemplates(app: FastifyInstance, context: AppContext): void {
  const { db, clock, config } = context
  const find = (request: Request, http: FastifyRequest, of: { mail: string; language: string }) =>
    getSystemTemplate(db, request, { ...of, publicUrl: publicUrlOf(config, http), now: clock() })
  route(app, systemTemplateCalls.list, ({ request }) => listSystemTemplates(db, request))
  route(app, systemTemplateCalls.get, ({ request, http, params, query }) =>
    find(request, http, { ...params, ...query }),
  )
  route(app, systemTemplateCalls.save, async ({ request, http, params, body: { revision, ...text } }) => {
    const change = { ...params, ...text, revision, publicUrl: publicUrlOf(config, http) }
    return (
      (await saveSystemTemplate(context, request, change)) ??
      find(request, http, { ...params, language: text.language })
    )
  })
  route(
    app,
    systemTemplateCalls.reset,
    async ({ request, http, params, query: { language, revision } }) =>
      (await resetSystemTemplate(context, request, { ...params, language, revision })) ??
      find(request, http, { ...params, language }),
  )
  route(app, systemTemplateCalls.preview, ({ request: { user }, http, params, body }) =>
    previewSystemMail(context.runtime, user, { ...params, ...body, publicUrl: publicUrlOf(config, http) }),
  )
  route(app, systemTemplateCalls.sendTest, async ({ request, http, params, body, reply }) => {
    const order = { ...params, ...body, publicUrl: publicUrlOf(config, http) }
    const id = await sendSystemTestMail(context, request, order)
    if (typeof id === 'object' && isTooMany(id)) return refuseTooMany(reply, id, 'test mails')
    return id instanceof Refusal ? id : getSystemTestMail(db, request.user, id)
  })
  route(app, systemTemplateCalls.testMail, ({ request: { user }, params }) => getSystemTestMail(db, user, params.id))
}
