import type { Configuration } from 'openid-client'
import { once } from '../once.ts'
import type { OutgoingClient } from '../outgoing/http-client.ts'
import { type Fetch, fetchThrough } from './fetch-through.ts'
import type { SsoConfig } from './sso-config.ts'

/** The type of the OpenID library, which is loaded at the first sign-in and not at the start. */
export type OidcLibrary = typeof import('openid-client')

/** The single sign-on provider, after its configuration was discovered. */
export interface Discovered {
  readonly oidc: OidcLibrary
  readonly configuration: Configuration
  /** Calls the provider. */
  readonly fetch: Fetch
}

export interface SsoProvider {
  readonly config: SsoConfig
  /** Asks the provider once; after a failure the next one asks again. @throws when it does not answer. */
  discover(): Promise<Discovered>
}

const timeoutSeconds = 10

/**
 * Creates the client of a single sign-on provider. The provider is contacted at the first use, so that the server
 * starts and local accounts work without it.
 *
 * @param outgoing for every call: the addresses of its description too, which the provider itself names.
 */
export function createSsoProvider(config: SsoConfig, outgoing: OutgoingClient): SsoProvider {
  return { config, discover: once(() => discover(config, fetchThrough(outgoing))) }
}

async function discover({ issuer, clientId, clientSecret }: SsoConfig, fetch: Fetch): Promise<Discovered> {
  const oidc = await import('openid-client')
  const server = new URL(issuer)
  const configuration = await oidc.discovery(
    server,
    clientId,
    {},
    clientSecret === null ? oidc.None() : oidc.ClientSecretBasic(clientSecret),
    {
      timeout: timeoutSeconds,
      [oidc.customFetch]: fetch,
      // Its signature on what it says of a user is checked, also where it came over TLS.
      execute: [oidc.enableNonRepudiationChecks, ...(server.protocol === 'http:' ? [oidc.allowInsecureRequests] : [])],
    },
  )
  return { oidc, configuration, fetch }
}
