import { secondFactorLimits } from '@millrace/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createSeal } from '../auth/seal.ts'

/** The content of the cookie between the password and the second step of a sign-in. */
export interface HalfWay {
  readonly token: string
  /** The token by which the browser is recognized after the complete sign-in. */
  readonly device: string | null
}

const cookieName = 'millrace_second_step'

/**
 * Creates the cookie of a sign-in that waits for its second step. The browser can neither read nor change it, and it
 * does not count as a session.
 */
export function createSecondStepCookie(secret: string, apiBase: string) {
  const seal = createSeal(secret, 'second step')
  const options = ({ request }: FastifyReply) =>
    ({
      path: `${apiBase}/auth/second-step`,
      httpOnly: true,
      sameSite: 'strict',
      secure: request.protocol === 'https',
    }) as const
  return {
    set: (reply: FastifyReply, halfWay: HalfWay): void => {
      const value = seal.close(JSON.stringify(halfWay)).toString('base64url')
      reply.setCookie(cookieName, value, { ...options(reply), maxAge: secondFactorLimits.minutes * 60 })
    },
    read: ({ cookies }: FastifyRequest): HalfWay | null => {
      const text = seal.open(Buffer.from(cookies[cookieName] ?? '', 'base64url'))
      return text === null ? null : (JSON.parse(text) as HalfWay)
    },
    clear: (reply: FastifyReply): void => {
      reply.clearCookie(cookieName, options(reply))
    },
  }
}
