import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

const cookieName = 'XSRF-TOKEN'
const headerName = 'x-xsrf-token'

/**
 * The protection against requests from other sites, by double submit: a script of our own origin can read the cookie
 * and send it back in a header; another origin cannot. The token is signed together with the session, so a cookie that
 * someone else has planted is worth nothing.
 */
export interface Csrf {
  /** Gives the browser a token for its session, or for a caller without sign-in, unless it has one. */
  ensure(request: FastifyRequest, reply: FastifyReply, sessionId: string | null): void
  /** Gives a new token. */
  issue(reply: FastifyReply, sessionId: string | null): void
  isValid(request: FastifyRequest, sessionId: string | null): boolean
}

export function createCsrf(secret: string): Csrf {
  const sign = (nonce: string, sessionId: string | null) =>
    createHmac('sha256', secret)
      .update(`csrf ${sessionId ?? ''} ${nonce}`)
      .digest('base64url')
  const isSigned = (token: string, sessionId: string | null) => {
    const [nonce = '', signature = ''] = token.split('.', 2)
    return isEqual(signature, sign(nonce, sessionId))
  }
  const issue: Csrf['issue'] = (reply, sessionId) => {
    const nonce = randomBytes(16).toString('base64url')
    reply.setCookie(cookieName, `${nonce}.${sign(nonce, sessionId)}`, {
      path: '/',
      sameSite: 'lax',
      secure: reply.request.protocol === 'https',
    })
  }
  return {
    issue,
    ensure: (request, reply, sessionId) => {
      const token = request.cookies[cookieName]
      if (token === undefined || !isSigned(token, sessionId)) issue(reply, sessionId)
    },
    isValid: (request, sessionId) => {
      const token = request.cookies[cookieName]
      const header = request.headers[headerName]
      return token !== undefined && typeof header === 'string' && isEqual(token, header) && isSigned(token, sessionId)
    },
  }
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
