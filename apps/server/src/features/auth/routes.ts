import { authCalls, type Call } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { beginSession } from '../../operations/sessions/begin-session.ts'
import { markEmergency } from '../../operations/sessions/mark-emergency.ts'
import { refuseHalf } from '../../operations/sessions/policy.ts'
import { refreshSession } from '../../operations/sessions/refresh-session.ts'
import { signIn } from '../../operations/sessions/sign-in.ts'
import { isTooMany } from '../../platform/auth/too-many.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { giveSession, presentAccess, readBrowser } from '../../platform/http/browser-session.ts'
import { readOrigin, setDeviceCookie } from '../../platform/http/device-cookie.ts'
import { publicUrlOf } from '../../platform/http/public-url.ts'
import { refuseTooMany } from '../../platform/http/refuse-too-many.ts'
import { type Handling, route } from '../../platform/http/route.ts'
import { createSecondStepCookie } from '../../platform/http/second-step-cookie.ts'
import { clearSessionCookies, readSessionCookies, setSessionCookies } from '../../platform/http/session-cookies.ts'
import { isQuiet } from '../../platform/http/session-hook.ts'
import { ssoPaths } from '../../platform/sso/sso-paths.ts'
import { registerAccount } from './account-routes.ts'
import { leaveBrowser } from './leave-browser.ts'
import { registerPasswordLinks } from './password-link-routes.ts'
import { registerSecondFactors } from './second-factor-routes.ts'
import { registerSecondStep } from './second-step-routes.ts'
import { registerSso } from './sso/routes.ts'

export function registerAuth(app: FastifyInstance, context: AppContext): void {
  const { csrf, config } = context
  const secondStep = createSecondStepCookie(context.secret, config.apiBase)

  route(app, authCalls.options, async () => {
    const { sso } = context
    return {
      advancedSso: sso !== null,
      label: sso?.config.label ?? null,
      location: sso === null ? null : `${config.apiBase}${ssoPaths.start}`,
      resetsPasswords: context.settings.current()['mail.host'] !== '',
    }
  })

  route(app, authCalls.login, async ({ body, http, reply }) => {
    const signedIn = await signIn(context, { ...body, origin: readOrigin(http) })
    if (signedIn instanceof Refusal) return signedIn
    if (isTooMany(signedIn)) return refuseTooMany(reply, signedIn, 'wrong passwords')
    if ('purpose' in signedIn) {
      secondStep.set(reply, signedIn)
      return refuseHalf(signedIn.purpose)
    }
    const { user, device } = signedIn
    if (device !== null) setDeviceCookie(reply, device)
    const publicUrl = publicUrlOf(config, http)
    await markEmergency(context, { user, method: 'password', address: http.ip, publicUrl })
    return giveSession(csrf, reply, await beginSession(context, { user, ...readBrowser(http) }))
  })

  const logout = async ({ http: request, reply }: Pick<Handling<Call>, 'http' | 'reply'>) => ({
    location: await leaveBrowser(context, { request, reply }),
  })
  route(app, authCalls.logout, logout)
  route(app, authCalls.logoutUnauthorized, logout)
  // A link or a form of another site may lead here: it must not sign anybody out. The browser application's page does.
  app.get('/logout', { schema: { hide: true } }, (_request, reply) => reply.redirect('/logout', 303))

  route(app, authCalls.refresh, async ({ http, reply }) => {
    const outcome = await refreshSession(context, readSessionCookies(http).refresh, { isQuiet: isQuiet(http) })
    if (outcome instanceof Refusal) {
      clearSessionCookies(reply)
      return outcome
    }
    if (outcome.kind === 'just-renewed') return presentAccess(outcome)
    setSessionCookies(reply, outcome.tokens)
    csrf.ensure(http, reply, outcome.tokens.sessionId)
    return presentAccess(outcome.tokens)
  })

  registerAccount(app, context)
  registerSecondStep(app, context)
  registerSecondFactors(app, context)
  registerPasswordLinks(app, context)
  registerSso(app, context)
}
