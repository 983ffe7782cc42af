import { type Call, passwordLinkCalls } from '@millrace/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { askForPasswordLink } from '../../operations/password-links/ask-for-password-link.ts'
import { lookAtPasswordLink } from '../../operations/password-links/look-at-password-link.ts'
import { usePasswordLink } from '../../operations/password-links/use-password-link.ts'
import { isTooMany } from '../../platform/auth/too-many.ts'
import { occasionOf } from '../../platform/http/http-request.ts'
import { publicUrlOf } from '../../platform/http/public-url.ts'
import { refuseTooMany } from '../../platform/http/refuse-too-many.ts'
import { route } from '../../platform/http/route.ts'

/** Registers the calls that set a password by a link from a mail, without signing in. */
export function registerPasswordLinks(app: FastifyInstance, context: AppContext): void {
  const of = (call: Call, http: FastifyRequest) => ({ address: http.ip, cause: occasionOf(call, http).cause })

  route(app, passwordLinkCalls.ask, async ({ body, http, reply }) => {
    const publicUrl = publicUrlOf(context.config, http)
    const asked = await askForPasswordLink(context, { ...body, ...of(passwordLinkCalls.ask, http), publicUrl })
    return isTooMany(asked) ? refuseTooMany(reply, asked, 'requests for a link') : asked
  })
  route(app, passwordLinkCalls.look, async ({ body, http, reply }) => {
    const found = await lookAtPasswordLink(context, { ...body, address: http.ip })
    return isTooMany(found) ? refuseTooMany(reply, found, 'links') : found
  })
  route(app, passwordLinkCalls.use, async ({ body, http, reply }) => {
    const used = await usePasswordLink(context, { ...body, ...of(passwordLinkCalls.use, http) })
    return isTooMany(used) ? refuseTooMany(reply, used, 'links') : used
  })
}
