import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Seal } from '../../../platform/auth/seal.ts'

/** The values that have to be equal at the beginning and the end of a sign-in at the provider. */
export interface Flow {
  readonly state: string
  readonly nonce: string
  /** The proof (PKCE) that whoever ends it has started it. */
  readonly verifier: string
  readonly returnUrl: string
  /** Reference of the workplace that was asked for. */
  readonly workplace: string | null
  /** The token of a test, which signs nobody in; null: it is a sign-in. */
  readonly test: string | null
  /** Milliseconds since 1970. */
  readonly until: number
}

export const flowMinutes = 10
const cookieName = 'millrace_sso'

/** Creates the cookie with the encrypted state of a sign-in, so that any server process can complete the sign-in. */
export function createFlowCookie(seal: Seal, path: string) {
  const options = ({ request }: FastifyReply) =>
    ({ path, httpOnly: true, sameSite: 'lax', secure: request.protocol === 'https' }) as const
  return {
    set: (reply: FastifyReply, flow: Flow): void => {
      const value = seal.close(JSON.stringify(flow)).toString('base64url')
      reply.setCookie(cookieName, value, { ...options(reply), maxAge: flowMinutes * 60 })
    },
    /** Takes the state of a sign-in out of its cookie, once. Null when there is none, or it is too old. */
    take: (request: FastifyRequest, reply: FastifyReply, now: Date): Flow | null => {
      const value = request.cookies[cookieName]
      if (value === undefined) return null
      reply.clearCookie(cookieName, options(reply))
      const text = seal.open(Buffer.from(value, 'base64url'))
      const flow = text === null ? null : (JSON.parse(text) as Flow)
      return flow !== null && flow.until > now.getTime() ? flow : null
    },
  }
}
