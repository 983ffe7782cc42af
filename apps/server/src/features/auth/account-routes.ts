import { accountCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { changePassword } from '../../operations/accounts/change-password.ts'
import { createApiToken } from '../../operations/accounts/create-api-token.ts'
import { endOtherSessions } from '../../operations/accounts/end-other-sessions.ts'
import { endOwnSession } from '../../operations/accounts/end-own-session.ts'
import { listApiTokens } from '../../operations/accounts/list-api-tokens.ts'
import { listSessions } from '../../operations/accounts/list-sessions.ts'
import { removeApiToken } from '../../operations/accounts/remove-api-token.ts'
import { isTooMany } from '../../platform/auth/too-many.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { requireBrowser } from '../../platform/http/browser-session.ts'
import { readOrigin } from '../../platform/http/device-cookie.ts'
import { refuseTooMany } from '../../platform/http/refuse-too-many.ts'
import { route } from '../../platform/http/route.ts'
import { clearSessionCookies } from '../../platform/http/session-cookies.ts'

/** Routes for users about their own account. */
export function registerAccount(app: FastifyInstance, context: AppContext): void {
  route(app, accountCalls.sessions, async ({ request: { user }, http }) =>
    listSessions(context, user, requireBrowser(http)),
  )

  route(app, accountCalls.endSession, async ({ request, params, http, reply }) => {
    const current = requireBrowser(http)
    const refusal = await endOwnSession(context, request, params.id)
    if (refusal === null && params.id === current) clearSessionCookies(reply)
    return refusal
  })

  route(app, accountCalls.endOtherSessions, async ({ request, http }) => {
    const ended = await endOtherSessions(context, request, requireBrowser(http))
    return ended instanceof Refusal ? ended : { ended }
  })

  route(app, accountCalls.tokens, async ({ request: { user }, http }) => {
    requireBrowser(http)
    return listApiTokens(context, user)
  })

  route(app, accountCalls.createToken, async ({ request, body, http }) => {
    requireBrowser(http)
    return createApiToken(context, request, body)
  })

  route(app, accountCalls.removeToken, async ({ request, params, http }) => {
    requireBrowser(http)
    return removeApiToken(context, request, params.id)
  })

  route(app, accountCalls.changePassword, async ({ request, body, http, reply }) => {
    const keepSession = requireBrowser(http)
    const outcome = await changePassword(context, request, { ...body, keepSession, origin: readOrigin(http) })
    return isTooMany(outcome) ? refuseTooMany(reply, outcome, 'wrong passwords') : outcome
  })
}
