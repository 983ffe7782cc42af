import type { FastifyReply } from 'fastify'
import { hasLostDatabase } from '../db/has-lost-database.ts'
import { Refusal, refuse } from '../errors/refusal.ts'

/** What is told when something cannot be done now, for want of a database or of time; null for every other error. */
export function findUnavailable(error: unknown): Refusal | null {
  if (!hasLostDatabase(error)) return null
  if (error instanceof Refusal) return error
  return refuse('server.unavailable', 'The database does not answer at the moment. Try again later.')
}

/** Of a status that passes by itself, says when to come again, unless that has been said: busy, away, or too many at once. */
export function sayWhenAgain(reply: FastifyReply, status: number): void {
  if ((status === 429 || status === 503) && !reply.hasHeader('retry-after')) reply.header('retry-after', '1')
}
