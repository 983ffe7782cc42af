import type { Call } from '@millrace/contract'
import type { FastifyRequest } from 'fastify'
import { type Occasion, Request } from '../auth/request.ts'
import type { Person } from '../auth/user.ts'
import { findToolUse } from './tool-use.ts'

/**
 * Returns the occasion of a request: its call as the cause for the audit, such as `POST /api/tasks`, with the tool of an
 * assistant that makes the call; its patience; and how old its data may be.
 */
export function occasionOf(
  { method, path, isChange }: Pick<Call, 'method' | 'path' | 'isChange'>,
  http: FastifyRequest,
): Occasion {
  const call = `${method} /api${path}`
  const use = findToolUse()
  const maxAge = method === 'GET' && isChange === undefined ? readMaxAge(http) : null
  return { cause: use === null ? call : `${call} ${use}`, patience: http.patience ?? null, maxAge }
}

/** The request header by which a reading call accepts data that are so many seconds old. */
export const maxAgeHeader = 'millrace-max-age'

/**
 * Reads how old the data of a reading call may be, in seconds, so that a standby of the database can answer it.
 *
 * @returns null for current data, also where the header is something else than a number from 1 to 3600.
 */
export function readMaxAge({ headers }: Pick<FastifyRequest, 'headers'>): number | null {
  const given = headers[maxAgeHeader]
  const seconds = typeof given === 'string' && /^\d{1,4}$/.test(given) ? Number(given) : 0
  return seconds >= 1 && seconds <= 3600 ? seconds : null
}

/**
 * Creates the request of a user's HTTP call.
 *
 * @param holder the idempotency key that holds it: see `answerOnce`.
 */
export function httpRequest(user: Person, occasion: Occasion, holder: string | null): Request {
  return new Request({ ...occasion, user, holder })
}
