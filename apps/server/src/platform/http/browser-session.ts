import { sessionLimits } from '@millrace/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { endSession, type SessionTokens, type SsoOrigin, startSession } from '../auth/session.ts'
import type { AuthContext, Person } from '../auth/user.ts'
import { refuse } from '../errors/refusal.ts'
import type { Csrf } from './csrf.ts'
import { clearSessionCookies, readSessionCookies, setSessionCookies } from './session-cookies.ts'

export type BrowserContext = AuthContext & { readonly csrf: Csrf }

/** A request, and where its cookies go. */
export interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export interface Beginning {
  readonly user: Pick<Person, 'id' | 'workplaceId'>
  readonly sso?: SsoOrigin
}

/** How long the access lasts, and how long the session does without a request, in seconds. */
export interface Access {
  readonly accessSeconds: number
  readonly sessionSeconds: number
}

/** Gives the browser a new session. The one that it had, or that somebody has planted in it, ends. */
export async function beginBrowserSession(
  context: BrowserContext,
  { request, reply }: Exchange,
  { user, sso }: Beginning,
): Promise<Access> {
  await endSession(context, Object.values(readSessionCookies(request)))
  const tokens = await startSession(context, {
    user,
    userAgent: request.headers['user-agent'] ?? null,
    address: request.ip,
    sso: sso ?? null,
  })
  setSessionCookies(reply, tokens)
  context.csrf.issue(reply, tokens.sessionId)
  return presentAccess(tokens)
}

/**
 * Ends the session of the browser on the server, and takes its cookies away.
 *
 * @returns what the provider said of the user, sealed, where the session began there.
 */
export async function endBrowserSession(context: BrowserContext, { request, reply }: Exchange): Promise<Buffer | null> {
  const idToken = await endSession(context, Object.values(readSessionCookies(request)))
  clearSessionCookies(reply)
  context.csrf.issue(reply, null)
  return idToken
}

export function presentAccess({ idleSeconds }: Pick<SessionTokens, 'idleSeconds'>): Access {
  return { accessSeconds: sessionLimits.accessSeconds, sessionSeconds: idleSeconds }
}

/** @throws Refusal for a caller with an API token: what it is for does not include the account itself. */
export function requireBrowser({ session }: FastifyRequest): string {
  if (session?.kind !== 'browser')
    throw refuse('right.missing', 'Expected a session of the browser, but this is an API token. Sign in to do this.')
  return session.id
}
