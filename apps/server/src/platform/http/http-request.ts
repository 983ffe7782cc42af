import type { Call } from '@millrace/contract'
import type { FastifyRequest } from 'fastify'
import { type Occasion, Request } from '../auth/request.ts'
import type { Person } from '../auth/user.ts'
import { findToolUse } from './tool-use.ts'

/**
 * Returns the occasion of a request: its call of the contract, and the tool that makes it for somebody, without its
 * caller.
 */
export function occasionOf({ method, path }: Pick<Call, 'method' | 'path'>, http: FastifyRequest): Occasion {
  const call = `${method} /api${path}`
  const use = findToolUse()
  return { cause: use === null ? call : `${call} ${use}`, patience: http.patience ?? null }
}

/**
 * Creates the request of a user's HTTP call.
 *
 * @param holder the idempotency key that holds it: see `answerOnce`.
 */
export function httpRequest(user: Person, { cause, patience }: Occasion, holder: string | null): Request {
  return new Request({ user, cause, patience, holder })
}
