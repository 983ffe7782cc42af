import { formLinkCalls, openFormCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { createRiddle } from '../../operations/captcha/house-captcha.ts'
import { createFormLink } from '../../operations/form-links/create-form-link.ts'
import { endFormLink } from '../../operations/form-links/end-form-link.ts'
import { saveForm } from '../../operations/form-links/save-form.ts'
import { sendForm } from '../../operations/form-links/send-form.ts'
import { findUploader, uploadForLink } from '../../operations/form-links/upload-for-link.ts'
import { createVisitPass } from '../../operations/form-links/visit-pass.ts'
import { isTooMany } from '../../platform/auth/too-many.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { occasionOf } from '../../platform/http/http-request.ts'
import { publicUrlOf } from '../../platform/http/public-url.ts'
import { refuseTooMany } from '../../platform/http/refuse-too-many.ts'
import { route } from '../../platform/http/route.ts'
import { listRoutes } from '../../platform/list/list-routes.ts'
import { formLinks } from './form-link-list.ts'
import { findOpenChoices, getReceipt, openForm, readByLink } from './open-form.ts'

export function registerFormLinks(app: FastifyInstance, context: AppContext): void {
  const { db, runtime } = context
  listRoutes(app, db, {
    list: formLinkCalls.list,
    count: formLinkCalls.listCount,
    file: formLinkCalls.listExport,
    source: formLinks,
  })
  route(app, formLinkCalls.create, ({ request, body: { definitionId, taskId, ...wishes }, http }) => {
    const of = taskId === undefined ? { definitionId: definitionId ?? '' } : { taskId }
    return createFormLink(context, request, { ...wishes, of, publicUrl: publicUrlOf(context.config, http) })
  })
  route(app, formLinkCalls.end, ({ request, params }) => endFormLink(context, request, params.id))

  route(app, openFormCalls.get, ({ params, query }) => openForm(context, { ...params, ...query }))
  route(app, openFormCalls.getCaptcha, ({ params }) =>
    readByLink(runtime, params.token, async (_, link) => ({ ...(await createRiddle(context, link.workplace_id)) })),
  )
  route(app, openFormCalls.findChoices, ({ params, query }) => findOpenChoices(runtime, { ...params, ...query }))
  route(
    app,
    openFormCalls.send,
    async ({ params, body: { visit, captcha, pass, saved = null, ...submission }, http, reply }) => {
      const occasion = occasionOf(openFormCalls.send, http)
      const form = { ...params, address: http.ip, ...occasion, visit, captcha, pass, saved, submission }
      const sent = await sendForm(context, form)
      return isTooMany(sent) ? refuseTooMany(reply, sent, 'forms') : sent
    },
  )
  route(app, openFormCalls.save, async ({ params, body: { saved = null, ...body }, http, reply }) => {
    const occasion = occasionOf(openFormCalls.save, http)
    const publicUrl = publicUrlOf(context.config, http)
    const kept = await saveForm(context, { ...params, ...body, saved, address: http.ip, ...occasion, publicUrl })
    return isTooMany(kept) ? refuseTooMany(reply, kept, 'forms') : kept
  })
  route(app, openFormCalls.pass, async ({ params, body, http, reply }) => {
    const pass = await createVisitPass(context, { ...params, ...body, address: http.ip })
    return isTooMany(pass) ? refuseTooMany(reply, pass, 'captchas') : pass
  })
  route(app, openFormCalls.upload, async ({ params, query, http, reply }) => {
    const occasion = occasionOf(openFormCalls.upload, http)
    const length = http.headers['content-length']
    const bytes = length === undefined ? null : Number(length)
    const guest = await findUploader(context, { ...params, ...query, address: http.ip, ...occasion, bytes })
    if (guest instanceof Refusal) return guest
    if (isTooMany(guest)) return refuseTooMany(reply, guest, 'files')
    const { workplaceId } = guest
    return app.withUpload({ request: http, workplaceId, parts: openFormCalls.upload.parts }, (upload) =>
      uploadForLink(context, guest, upload),
    )
  })
  route(app, openFormCalls.getReceipt, ({ params }) => getReceipt(runtime, params.receipt))
}
