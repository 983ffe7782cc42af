import type { Configuration } from 'openid-client'
import type { SsoConfig } from './sso-config.ts'

/** The type of the OpenID library, which is loaded at the first sign-in and not at the start. */
export type OidcLibrary = typeof import('openid-client')

/** The single sign-on provider, after its configuration was discovered. */
export interface Discovered {
  readonly oidc: OidcLibrary
  readonly configuration: Configuration
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
 */
export function createSsoProvider(config: SsoConfig): SsoProvider {
  let known: Promise<Discovered> | null = null
  return {
    config,
    discover: () => {
      known ??= discover(config).catch((error) => {
        known = null
        throw error
      })
      return known
    },
  }
}

async function discover({ issuer, clientId, clientSecret }: SsoConfig): Promise<Discovered> {
  const oidc = await import('openid-client')
  const server = new URL(issuer)
  const configuration = await oidc.discovery(
    server,
    clientId,
    {},
    clientSecret === null ? oidc.None() : oidc.ClientSecretBasic(clientSecret),
    {
      timeout: timeoutSeconds,
      // Its signature on what it says of a user is checked, also where it came over TLS.
      execute: [oidc.enableNonRepudiationChecks, ...(server.protocol === 'http:' ? [oidc.allowInsecureRequests] : [])],
    },
  )
  return { oidc, configuration }
}
