import type { ErrorCode } from '@millrace/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../../app-context.ts'
import { beginSession } from '../../../operations/sessions/begin-session.ts'
import { enterWorkplaces } from '../../../operations/sessions/enter-workplaces.ts'
import { keepSsoTest } from '../../../operations/sso-tests/keep-sso-test.ts'
import { createSeal } from '../../../platform/auth/seal.ts'
import { giveSession, readBrowser } from '../../../platform/http/browser-session.ts'
import { publicUrlOf } from '../../../platform/http/public-url.ts'
import { toSafeReturnUrl } from '../../../platform/http/safe-return-url.ts'
import { readSessionCookies } from '../../../platform/http/session-cookies.ts'
import { createIdTokenSeal } from '../../../platform/sso/id-token-seal.ts'
import { ssoPaths } from '../../../platform/sso/sso-paths.ts'
import { registerBackChannelLogout } from './back-channel-logout.ts'
import { createFlowCookie, flowMinutes } from './flow-cookie.ts'
import { identify, SsoFailure } from './identify.ts'
import { testSso } from './test-sso.ts'

/**
 * Registers sign-in at a provider of OpenID Connect: the authorization code flow with PKCE, state and nonce. The routes
 * are pages that answer with redirects, not calls of the API.
 */
export function registerSso(app: FastifyInstance, context: AppContext): void {
  const { clock, config, secret } = context
  const cookie = createFlowCookie(createSeal(secret, 'sso flow'), `${config.apiBase}${ssoPaths.base}`)
  const idTokenSeal = createIdTokenSeal(secret)
  const callbackOf = (request: FastifyRequest) => `${publicUrlOf(config, request)}${config.apiBase}${ssoPaths.callback}`

  app.get(ssoPaths.start, { schema: { hide: true } }, async (request, reply) => {
    const { returnUrl, workplace, test } = request.query as Readonly<Record<string, unknown>>
    const { sso } = context
    if (sso === null) return reply.callNotFound()
    try {
      const { oidc, configuration } = await sso.discover()
      const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()]
      cookie.set(reply, {
        state,
        nonce,
        verifier,
        returnUrl: toSafeReturnUrl(typeof returnUrl === 'string' ? returnUrl : undefined),
        workplace: typeof workplace === 'string' ? workplace.slice(0, 50) : null,
        test: typeof test === 'string' ? test.slice(0, 100) : null,
        until: clock().getTime() + flowMinutes * 60_000,
      })
      const address = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: callbackOf(request),
        scope: sso.config.scopes,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      return reply.redirect(address.href, 303)
    } catch (error) {
      request.log.warn({ err: error }, 'single sign-on: the provider does not answer')
      return fail(reply, 'sso.unavailable')
    }
  })

  app.get(ssoPaths.callback, { schema: { hide: true } }, async (request, reply) => {
    const { sso } = context
    if (sso === null) return reply.callNotFound()
    const flow = cookie.take(request, reply, clock())
    if (flow === null) return fail(reply, 'sso.refused')
    const address = new URL(`${callbackOf(request)}${new URL(request.url, 'http://here.invalid').search}`)
    if (flow.test !== null) {
      const test = { token: flow.test, accessToken: readSessionCookies(request).access ?? '' }
      await keepSsoTest(context, test, await testSso(sso, flow, address))
      return reply.redirect(testPage, 303)
    }
    try {
      const { identity, idToken, providerSession } = await identify(sso, flow, address)
      const entered = await enterWorkplaces(context, identity, flow.workplace)
      if (entered === null) return fail(reply, 'sso.no-account')
      const { issuer, subject } = identity
      const origin = {
        issuer,
        subject,
        providerSession,
        idToken: idTokenSeal.close(idToken),
        isChosen: entered.isChosen,
      }
      const session = { user: entered.user, sso: origin, ...readBrowser(request) }
      giveSession(context.csrf, reply, await beginSession(context, session))
      return reply.redirect(flow.returnUrl, 303)
    } catch (error) {
      if (!(error instanceof SsoFailure)) throw error
      request.log.warn({ err: error.cause }, `single sign-on: ${error.code}`)
      return fail(reply, error.code)
    }
  })

  registerBackChannelLogout(app, context)
}

/** Shows the result of a test. */
const testPage = '/admin/settings?group=singleSignOn'

/** The sign-in page says what it means. */
function fail(reply: FastifyReply, code: Extract<ErrorCode, `sso.${string}`>): FastifyReply {
  return reply.redirect(`/login?error=${code}`, 303)
}
