import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { vi } from 'vitest'

/** A user of the test provider, with the claims about them. */
export interface ProviderUser {
  readonly subject: string
  readonly claims: Readonly<Record<string, unknown>>
}

export interface TestProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** May be changed between two sign-ins. */
  readonly users: Map<string, ProviderUser>
  /** Who signs in next; null for somebody who turns back. */
  next: string | null
  stop(): Promise<void>
}

const clientId = 'millrace'
const clientSecret = 'a secret that only the test and its provider know'

/**
 * Starts a real provider of OpenID Connect on a free port. Its sign-in page signs in the user in `next` without asking,
 * or refuses when `next` is null.
 *
 * @param publicUrl the address of the server whose users sign in.
 */
export async function startProvider(publicUrl: string): Promise<TestProvider> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const users = new Map<string, ProviderUser>()
  const test: TestProvider = {
    issuer,
    clientId,
    clientSecret,
    users,
    next: null,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  const signingKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })
  // It warns of the runtime, and of keeping nothing on disk.
  const warnings = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { Provider } = await import('oidc-provider')
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${publicUrl}/api/auth/oidc/callback`],
        post_logout_redirect_uris: [`${publicUrl}/login`],
        backchannel_logout_uri: `${publicUrl}/api/auth/oidc/backchannel-logout`,
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [{ ...signingKey, kid: 'one', use: 'sig', alg: 'RS256' } as never] },
    cookies: { keys: ['a key for the cookies of the test'] },
    claims: {
      openid: ['sub'],
      profile: ['preferred_username', 'given_name', 'family_name', 'groups', 'workplaces'],
      email: ['email', 'email_verified'],
    },
    ttl: { Session: 3600, Interaction: 600, Grant: 3600, IdToken: 600, AccessToken: 600 },
    pkce: { required: () => true },
    // Its own refuses addresses of this machine.
    fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined } as RequestInit),
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        // Its page asks whether to sign out: a browser that runs scripts would send the form.
        logoutSource: async (ctx, form) => {
          ctx.body = form
        },
      },
    },
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_, subject) => {
      const user = [...users.values()].find((candidate) => candidate.subject === subject)
      return user === undefined
        ? undefined
        : { accountId: subject, claims: async () => ({ sub: subject, ...user.claims }) }
    },
    loadExistingGrant: async (ctx) => {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client?.clientId ?? '',
        accountId: ctx.oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
  })

  warnings.mockRestore()

  const callback = provider.callback()
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/') !== true) return callback(request, response)
    const user = test.next === null ? undefined : users.get(test.next)
    const result =
      user === undefined
        ? { error: 'access_denied', error_description: 'The user turned back.' }
        : { login: { accountId: user.subject, remember: true } }
    void provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  })
  return test
}
