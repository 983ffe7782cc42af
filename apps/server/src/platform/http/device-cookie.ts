import { sessionLimits } from '@millrace/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Origin } from '../auth/origin.ts'

const cookieName = 'millrace_device'

/** Returns the origin of a password: the address, and the device when somebody has signed in there before. */
export function readOrigin({ ip, cookies }: FastifyRequest): Origin {
  return { address: ip, device: cookies[cookieName] }
}

/**
 * Sets the cookie by which a browser is recognized. It outlives sessions, because it is needed when there is no
 * session.
 */
export function setDeviceCookie(reply: FastifyReply, device: string): void {
  reply.setCookie(cookieName, device, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: reply.request.protocol === 'https',
    maxAge: sessionLimits.knownDays * 86_400,
  })
}
