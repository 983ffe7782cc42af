import type { FastifyReply } from 'fastify'
import { isMoving } from '../db/cells/workplace-moving.ts'
import { hasLostDatabase } from '../db/has-lost-database.ts'
import { Refusal, refuse } from '../errors/refusal.ts'

/** Returns the refusal for an error caused by an unavailable or overloaded database; null for other errors. */
export function findUnavailable(error: unknown): Refusal | null {
  if (!hasLostDatabase(error)) return null
  if (error instanceof Refusal) return error
  if (isMoving(error))
    return refuse(
      'server.unavailable',
      'The workplace is being moved to another database. Nothing was changed. Try again in a few minutes.',
    )
  return refuse('server.unavailable', 'The database does not answer at the moment. Try again later.')
}

/**
 * Sets the header Retry-After for statuses that pass by themselves, such as busy, unavailable or too many requests,
 * unless it is set.
 */
export function sayWhenAgain(reply: FastifyReply, status: number): void {
  if ((status === 429 || status === 503) && !reply.hasHeader('retry-after')) reply.header('retry-after', '1')
}
