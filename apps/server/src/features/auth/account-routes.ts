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

/** What users do about their own account. */
export function registerAccount(app: FastifyInstance, context: AppContext): void {
  route(app, accountCalls.sessions, async ({ user, request }) => listSessions(context, user, requireBrowser(request)))

  route(app, accountCalls.endSession, async ({ user, params, request, reply }) => {
    const current = requireBrowser(request)
    const refusal = await endOwnSession(context, user, params.id)
    if (refusal === null && params.id === current) clearSessionCookies(reply)
    return refusal
  })

  route(app, accountCalls.endOtherSessions, async ({ user, request }) => {
    const ended = await endOtherSessions(context, user, requireBrowser(request))
    return ended instanceof Refusal ? ended : { ended }
  })

  route(app, accountCalls.tokens, async ({ user, request }) => {
    requireBrowser(request)
    return listApiTokens(context, user)
  })

  route(app, accountCalls.createToken, async ({ user, body, request }) => {
    requireBrowser(request)
    return createApiToken(context, user, body)
  })

  route(app, accountCalls.removeToken, async ({ user, params, request }) => {
    requireBrowser(request)
    return removeApiToken(context, user, params.id)
  })

  route(app, accountCalls.changePassword, async ({ user, body, request, reply }) => {
    const keepSession = requireBrowser(request)
    const outcome = await changePassword(context, user, { ...body, keepSession, origin: readOrigin(request) })
    return isTooMany(outcome) ? refuseTooMany(reply, outcome, 'wrong passwords') : outcome
  })
}
