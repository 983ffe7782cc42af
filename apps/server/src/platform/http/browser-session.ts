import { sessionLimits } from '@millrace/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SessionTokens } from '../auth/session.ts'
import { type Refusal, refuse } from '../errors/refusal.ts'
import type { Csrf } from './csrf.ts'
import { clearSessionCookies, readSessionCookies, setSessionCookies } from './session-cookies.ts'

/** A request, and the reply that sets the cookies. */
export interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** The life of an access token, and of a session without requests, in seconds. */
export interface Access {
  readonly accessSeconds: number
  readonly sessionSeconds: number
}

/** Reads the data of a request that a new session needs: its origin and the earlier tokens of the browser. */
export function readBrowser(request: FastifyRequest) {
  return {
    userAgent: request.headers['user-agent'] ?? null,
    address: request.ip,
    replaces: Object.values(readSessionCookies(request)),
  }
}

/** Sets the cookies of a new session. */
export function giveSession(csrf: Csrf, reply: FastifyReply, tokens: SessionTokens): Access {
  setSessionCookies(reply, tokens)
  csrf.issue(reply, tokens.sessionId)
  return presentAccess(tokens)
}

/** Deletes the cookies of a session. */
export function takeSession(csrf: Csrf, reply: FastifyReply): void {
  clearSessionCookies(reply)
  csrf.issue(reply, null)
}

export function presentAccess({ idleSeconds }: Pick<SessionTokens, 'idleSeconds'>): Access {
  return { accessSeconds: sessionLimits.accessSeconds, sessionSeconds: idleSeconds }
}

/**
 * Returns the session of a browser.
 *
 * @throws Refusal for a caller with an API token, which may not manage the account.
 */
export function requireBrowser({ session }: FastifyRequest): string {
  if (session?.kind !== 'browser') throw refuseToken()
  return session.id
}

export function refuseToken(): Refusal {
  return refuse('right.missing', 'Expected a session of the browser, but this is an API token. Sign in to do this.')
}
