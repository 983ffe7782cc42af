import type { FastifyReply } from 'fastify'
import type { TooMany } from '../../platform/auth/too-many.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'

/** Says when the next try is welcome. */
export function refuseTooMany(reply: FastifyReply, { retryAfterSeconds }: TooMany): Refusal {
  reply.header('retry-after', String(retryAfterSeconds))
  const minutes = Math.ceil(retryAfterSeconds / 60)
  return refuse(
    'request.too-many',
    `Expected fewer wrong passwords. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`,
  )
}
