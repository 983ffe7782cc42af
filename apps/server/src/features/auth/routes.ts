import { authCalls, sessionLimits } from '@millrace/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { endSession, refreshSession, type SessionTokens, startSession } from '../../platform/auth/session.ts'
import { refuse } from '../../platform/errors/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { clearSessionCookies, readSessionCookies, setSessionCookies } from '../../platform/http/session-cookies.ts'
import { signIn } from './sign-in.ts'

export function registerAuth(app: FastifyInstance, context: AppContext): void {
  const { csrf } = context
  const checkRate = createLoginRate(app)

  route(app, authCalls.login, async ({ body, request, reply }) => {
    if (await checkRate(request))
      return refuse('request.too-many', 'Expected fewer tries to sign in. Wait a minute and try again.')
    const user = await signIn(context, body)
    if (user === null) return refuse('session.credentials', credentialsSentence)
    await endSession(context, Object.values(readSessionCookies(request)))
    const tokens = await startSession(context, {
      user,
      userAgent: request.headers['user-agent'] ?? null,
      address: request.ip,
    })
    setSessionCookies(reply, tokens)
    csrf.issue(reply, tokens.sessionId)
    return presentAccess(tokens)
  })

  const logout = async ({ request, reply }: { request: FastifyRequest; reply: FastifyReply }) => {
    await endSession(context, Object.values(readSessionCookies(request)))
    clearSessionCookies(reply)
    csrf.issue(reply, null)
  }
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
}

const credentialsSentence = `Expected the name and password of a user, but they do not match, or the account is disabled or locked. ${sessionLimits.failedTries} wrong passwords in a row lock it for ${sessionLimits.lockedMinutes} minutes.`

/** Ten tries a minute for one name from one address, a hundred from one address. */
function createLoginRate(app: FastifyInstance): (request: FastifyRequest) => Promise<boolean> {
  const byName = app.createRateLimit({
    max: 10,
    timeWindow: 60_000,
    keyGenerator: ({ ip, body }) => `${ip} ${(body as { username: string }).username.toLowerCase()}`,
  })
  const byAddress = app.createRateLimit({ max: 100, timeWindow: 60_000, keyGenerator: ({ ip }) => ip })
  return async (request) => {
    const limits = [await byName(request), await byAddress(request)]
    return limits.some((limit) => !limit.isAllowed && limit.isExceeded)
  }
}

function presentAccess({ idleSeconds }: Pick<SessionTokens, 'idleSeconds'>): {
  accessSeconds: number
  sessionSeconds: number
} {
  return { accessSeconds: sessionLimits.accessSeconds, sessionSeconds: idleSeconds }
}
