import type { User } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { needOperator } from '../rights.ts'

/** Null when the user may forget what has happened. */
export function refuseForgetting(user: User): Refusal | null {
  return needOperator(user)
}

export function nothingToForget(what: string): Refusal {
  return refuse('thing.not-found', `Expected the history of ${what}, but there is none with this id.`)
}
