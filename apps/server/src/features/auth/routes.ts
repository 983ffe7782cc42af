import { authCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { refreshSession } from '../../platform/auth/session.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { beginBrowserSession, type Exchange, presentAccess } from '../../platform/http/browser-session.ts'
import { route } from '../../platform/http/route.ts'
import { clearSessionCookies, readSessionCookies, setSessionCookies } from '../../platform/http/session-cookies.ts'
import { ssoPaths } from '../../platform/sso/sso-paths.ts'
import { registerAccount } from './account-routes.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { registerSso } from './sso/routes.ts'

export function registerAuth(app: FastifyInstance, context: AppContext): void {
  const { csrf, sso, config } = context

  route(app, authCalls.options, async () => ({
    advancedSso: sso !== null,
    label: sso?.config.label ?? null,
    location: sso === null ? null : `${config.apiBase}${ssoPaths.start}`,
  }))

  route(app, authCalls.login, async ({ body, request, reply }) => {
    const user = await signIn(context, { ...body, address: request.ip })
    if (user instanceof Refusal) return user
    if ('retryAfterSeconds' in user) {
      reply.header('retry-after', String(user.retryAfterSeconds))
      return refuse('request.too-many', 'Expected fewer tries to sign in. Wait a minute and try again.')
    }
    return beginBrowserSession(context, { request, reply }, { user })
  })

  const logout = async (exchange: Exchange) => ({ location: await signOut(context, exchange) })
  route(app, authCalls.logout, logout)
  route(app, authCalls.logoutUnauthorized, logout)
  // A link or a form of another site may lead here: it must not sign anybody out. The browser application's page does.
  app.get('/logout', { schema: { hide: true } }, (_request, reply) => reply.redirect('/logout', 303))

  route(app, authCalls.refresh, async ({ request, reply }) => {
    const { refresh } = readSessionCookies(request)
    const outcome = refresh === undefined ? ({ kind: 'over' } as const) : await refreshSession(context, refresh)
    if (outcome.kind === 'over') {
      clearSessionCookies(reply)
      return refuse('session.missing', 'Expected a session that can go on, but it has ended. Sign in again.')
    }
    if (outcome.kind === 'just-renewed') return presentAccess(outcome)
    setSessionCookies(reply, outcome.tokens)
    csrf.ensure(request, reply, outcome.tokens.sessionId)
    return presentAccess(outcome.tokens)
  })

  registerAccount(app, context)
  if (sso !== null) registerSso(app, context, sso)
}
