import type { FastifyReply } from 'fastify'
import type { TooMany } from '../auth/too-many.ts'
import { type Refusal, refuse } from '../errors/refusal.ts'

/** Says when the next one is welcome. @param what there were too many of: `wrong passwords`. */
export function refuseTooMany(reply: FastifyReply, { retryAfterSeconds }: TooMany, what: string): Refusal {
  reply.header('retry-after', String(retryAfterSeconds))
  const minutes = Math.ceil(retryAfterSeconds / 60)
  return refuse(
    'request.too-many',
    `Expected fewer ${what}. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`,
  )
}
