import type { ErrorCode } from '@millrace/contract'
import type { FastifyReply } from 'fastify'
import { hasLostDatabase } from '../db/has-lost-database.ts'
import { Refusal, refuse } from '../errors/refusal.ts'

/** What is told when something cannot be done now, for want of a database or of time; null for every other error. */
export function findUnavailable(error: unknown): Refusal | null {
  if (!hasLostDatabase(error)) return null
  if (error instanceof Refusal) return error
  return refuse('server.unavailable', 'Expected the database to answer, but it does not at the moment. Try again soon.')
}

/** Says when to come again, unless that has been said. */
export function sayWhenAgain(reply: FastifyReply, code: ErrorCode): void {
  const seconds = retryAfterSeconds[code]
  if (seconds !== undefined && !reply.hasHeader('retry-after')) reply.header('retry-after', String(seconds))
}

const retryAfterSeconds: Partial<Record<ErrorCode, number>> = {
  'request.too-many': 1,
  'server.busy': 1,
  'server.unavailable': 2,
}
