import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { signOut } from '../../operations/sessions/sign-out.ts'
import { type Exchange, readBrowser, takeSession } from '../../platform/http/browser-session.ts'
import { publicUrlOf } from '../../platform/http/public-url.ts'
import { createIdTokenSeal } from '../../platform/sso/id-token-seal.ts'

const signInPage = '/login'

/**
 * Ends the session of the browser on the server, and deletes its cookies.
 *
 * @returns the address to go to: the provider, if the session began there, which ends its own session and redirects
 * back (OpenID Connect RP-Initiated Logout 1.0); otherwise the sign-in page.
 */
export async function leaveBrowser(context: AppContext, exchange: Exchange): Promise<string> {
  const sealed = await signOut(context, readBrowser(exchange.request).replaces)
  takeSession(context.csrf, exchange.reply)
  const idToken = sealed === null ? null : createIdTokenSeal(context.secret).open(sealed)
  return idToken === null ? signInPage : findProviderLogout(context, exchange.request, idToken)
}

async function findProviderLogout(
  { sso, config }: AppContext,
  request: FastifyRequest,
  idToken: string,
): Promise<string> {
  if (sso === null) return signInPage
  try {
    const { oidc, configuration } = await sso.discover()
    if (configuration.serverMetadata().end_session_endpoint === undefined) return signInPage
    return oidc.buildEndSessionUrl(configuration, {
      id_token_hint: idToken,
      post_logout_redirect_uri: `${publicUrlOf(config, request)}${signInPage}`,
    }).href
  } catch (error) {
    // The session here has ended in any case.
    request.log.warn({ err: error }, 'single logout: the provider does not answer')
    return signInPage
  }
}
