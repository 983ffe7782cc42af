import type { ErrorCode } from '@millrace/contract'
import type { SsoIdentity } from '../../../operations/sessions/sso-identity.ts'
import { OutgoingFailure } from '../../../platform/outgoing/outgoing-failure.ts'
import type { SsoProvider } from '../../../platform/sso/sso-provider.ts'
import type { Flow } from './flow-cookie.ts'
import { type Claims, isComplete, mapClaims } from './map-claims.ts'

/** The reason why a sign-in at the provider failed, for the sign-in page; the cause is logged. */
export class SsoFailure extends Error {
  readonly code: Extract<ErrorCode, 'sso.refused' | 'sso.unavailable'>

  constructor(code: SsoFailure['code'], cause: unknown) {
    super(code, { cause })
    this.code = code
  }
}

export interface Identified {
  readonly identity: SsoIdentity
  readonly idToken: string
  readonly providerSession: string | null
  /** All that the provider said. */
  readonly claims: Claims
}

/**
 * Exchanges the code that the browser brings from the provider, and identifies the user.
 *
 * @param address to which the provider redirected the browser.
 * @throws SsoFailure
 */
export async function identify(sso: SsoProvider, flow: Flow, address: URL): Promise<Identified> {
  const { oidc, configuration } = await sso.discover().catch((error) => {
    throw new SsoFailure('sso.unavailable', error)
  })
  try {
    const tokens = await oidc.authorizationCodeGrant(configuration, address, {
      expectedState: flow.state,
      expectedNonce: flow.nonce,
      pkceCodeVerifier: flow.verifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims() as Claims
    const canAsk = configuration.serverMetadata().userinfo_endpoint !== undefined
    const more =
      canAsk && !isComplete(claims, sso.config)
        ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : {}
    const { sid } = claims
    const all = { ...more, ...claims }
    return {
      claims: all,
      identity: mapClaims(all, sso.config),
      idToken: tokens.id_token ?? '',
      providerSession: typeof sid === 'string' ? sid : null,
    }
  } catch (error) {
    throw new SsoFailure(isUnreachable(error) ? 'sso.unavailable' : 'sso.refused', error)
  }
}

/** Returns whether an error says that the provider gave no answer. */
function isUnreachable(error: unknown): boolean {
  return error instanceof OutgoingFailure || (error instanceof Error && error.cause instanceof OutgoingFailure)
}
