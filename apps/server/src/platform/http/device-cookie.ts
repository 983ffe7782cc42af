import { sessionLimits } from '@millrace/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Origin } from '../auth/origin.ts'

const cookieName = 'millrace_device'

/** Where a password comes from: the address, and the browser where somebody has signed in before. */
export function readOrigin({ ip, cookies }: FastifyRequest): Origin {
  return { address: ip, device: cookies[cookieName] }
}

/** Lets the browser be known again. It outlives sessions: it is asked for when there is none. */
export function setDeviceCookie(reply: FastifyReply, device: string): void {
  reply.setCookie(cookieName, device, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: reply.request.protocol === 'https',
    maxAge: sessionLimits.knownDays * 86_400,
  })
}
