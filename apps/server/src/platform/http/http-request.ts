import type { Call } from '@millrace/contract'
import type { FastifyRequest } from 'fastify'
import { type Occasion, Request } from '../auth/request.ts'
import type { Person } from '../auth/user.ts'

/** Returns the occasion of a request: its call of the contract, without its caller. */
export function occasionOf({ method, path }: Pick<Call, 'method' | 'path'>, http: FastifyRequest): Occasion {
  return { cause: `${method} /api${path}`, patience: http.patience ?? null }
}

/**
 * Creates the request of a user's HTTP call.
 *
 * @param holder the idempotency key that holds it: see `answerOnce`.
 */
export function httpRequest(user: Person, { cause, patience }: Occasion, holder: string | null): Request {
  return new Request({ user, cause, patience, holder })
}
