import type { FastifyReply } from 'fastify'
import type { TooMany } from '../auth/too-many.ts'
import { type Refusal, refuse } from '../errors/refusal.ts'

/**
 * Returns the refusal for too many requests, and sets the header Retry-After.
 *
 * @param what the requests in the plural, such as `wrong passwords`.
 */
export function refuseTooMany(reply: FastifyReply, { retryAfterSeconds }: TooMany, what: string): Refusal {
  reply.header('retry-after', String(retryAfterSeconds))
  const minutes = Math.ceil(retryAfterSeconds / 60)
  return refuse(
    'request.too-many',
    `Expected fewer ${what}. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`,
  )
}
