import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../../app-context.ts'
import { endSsoSessions } from '../../../operations/sessions/end-sso-sessions.ts'
import { ssoPaths } from '../../../platform/sso/sso-paths.ts'
import type { Discovered } from '../../../platform/sso/sso-provider.ts'
import { type ProviderKey, readLogoutToken } from './logout-token.ts'

/**
 * Registers the address at which the provider reports that a user signed out there (OpenID Connect Back-Channel Logout
 * 1.0).
 */
export function registerBackChannelLogout(app: FastifyInstance, context: AppContext): void {
  const keysOf = createKeyCache(context.clock)
  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 20_000 },
      (_, body, done) => done(null, new URLSearchParams(String(body))),
    )
    scope.post(ssoPaths.backChannelLogout, { schema: { hide: true } }, async (request, reply) => {
      const token = request.body instanceof URLSearchParams ? request.body.get('logout_token') : null
      const { sso } = context
      if (sso === null) return reply.code(404).send({ error: 'invalid_request' })
      const { clientId } = sso.config
      const discovered = await sso.discover()
      const { issuer } = discovered.configuration.serverMetadata()
      const checks = { issuer, clientId, now: context.clock(), keys: token === null ? [] : await keysOf(discovered) }
      const signedOut = token === null ? null : readLogoutToken(token, checks)
      if (signedOut === null) return reply.code(400).send({ error: 'invalid_request' })
      const ended = await endSsoSessions(context, { issuer: sso.config.issuer, ...signedOut })
      request.log.info({ ended }, 'signed out by the provider')
      return reply.code(200).send()
    })
  })
}

/** Whoever sends nonsense must not make us ask the provider each time. */
function createKeyCache(clock: () => Date): (discovered: Discovered) => Promise<readonly ProviderKey[]> {
  let known: {
    readonly keys: Promise<readonly ProviderKey[]>
    readonly until: number
    readonly of: Discovered
  } | null = null
  return (discovered) => {
    const now = clock().getTime()
    if (known === null || known.until <= now || known.of !== discovered)
      known = { keys: fetchKeys(discovered).catch(() => []), until: now + 60_000, of: discovered }
    return known.keys
  }
}

async function fetchKeys({ configuration, fetch }: Discovered): Promise<readonly ProviderKey[]> {
  const { jwks_uri } = configuration.serverMetadata()
  if (jwks_uri === undefined) return []
  const response = await fetch(jwks_uri)
  const { keys } = (await response.json()) as { keys?: readonly ProviderKey[] }
  return keys ?? []
}
