import { formLinkCalls, openFormCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { createRiddle } from '../../operations/captcha/house-captcha.ts'
import { createFormLink } from '../../operations/form-links/create-form-link.ts'
import { endFormLink } from '../../operations/form-links/end-form-link.ts'
import { sendForm } from '../../operations/form-links/send-form.ts'
import { findUploader, uploadForLink } from '../../operations/form-links/upload-for-link.ts'
import { isTooMany } from '../../platform/auth/too-many.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
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
  route(app, formLinkCalls.create, async ({ user, body }) => {
    const made = await createFormLink(context, user, body)
    if (made instanceof Refusal) return made
    const { definitionId } = body
    return { ...made, path: `/standalone/external/process/viewprocess/${definitionId}?link=${made.token}` }
  })
  route(app, formLinkCalls.end, ({ user, params }) => endFormLink(context, user, params.id))

  route(app, openFormCalls.get, ({ params, query }) => openForm(runtime, { ...params, ...query }))
  route(app, openFormCalls.getCaptcha, ({ params }) =>
    readByLink(runtime, params.token, async (_, link) => ({ ...(await createRiddle(context, link.workplace_id)) })),
  )
  route(app, openFormCalls.findChoices, ({ params, query }) => findOpenChoices(runtime, { ...params, ...query }))
  route(app, openFormCalls.send, async ({ params, body: { visit, captcha, ...submission }, request, reply }) => {
    const cause = `${openFormCalls.send.method} /api${openFormCalls.send.path}`
    const sent = await sendForm(context, { ...params, address: request.ip, cause, visit, captcha, submission })
    return isTooMany(sent) ? refuseTooMany(reply, sent, 'forms') : sent
  })
  route(app, openFormCalls.upload, async ({ params, request, reply }) => {
    const cause = `${openFormCalls.upload.method} /api${openFormCalls.upload.path}`
    const guest = await findUploader(context, { ...params, address: request.ip, cause })
    if (guest instanceof Refusal) return guest
    if (isTooMany(guest)) return refuseTooMany(reply, guest, 'files')
    const { workplaceId } = guest
    return app.withUpload({ request, workplaceId, parts: openFormCalls.upload.parts }, (upload) =>
      uploadForLink(context, guest, upload),
    )
  })
  route(app, openFormCalls.getReceipt, ({ params }) => getReceipt(runtime, params.receipt))
}
