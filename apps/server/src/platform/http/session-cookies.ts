import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SessionTokens } from '../auth/session.ts'

export const sessionCookieNames = { access: 'millrace_access', refresh: 'millrace_refresh' } as const

/** Returns the session tokens in the cookies of a request. */
export function readSessionCookies({ cookies }: FastifyRequest): {
  access: string | undefined
  refresh: string | undefined
} {
  return { access: cookies[sessionCookieNames.access], refresh: cookies[sessionCookieNames.refresh] }
}

export function setSessionCookies(reply: FastifyReply, { access, refresh }: SessionTokens): void {
  reply
    .setCookie(sessionCookieNames.access, access, options(reply))
    .setCookie(sessionCookieNames.refresh, refresh, options(reply))
}

export function clearSessionCookies(reply: FastifyReply): void {
  reply.clearCookie(sessionCookieNames.access, options(reply)).clearCookie(sessionCookieNames.refresh, options(reply))
}

/** They end with the browser; the server ends the session earlier. */
function options({ request }: FastifyReply): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: request.protocol === 'https' }
}
