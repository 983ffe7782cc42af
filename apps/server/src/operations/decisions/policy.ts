import type { User } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { needEngine, needOperator } from '../rights.ts'

/** Null when the user may have decisions evaluated outside of processes: programs do. */
export function refuseEvaluation(user: User): Refusal | null {
  return needEngine(user)
}

/** Null when the user may say how long the history of a decision is kept. */
export function refuseDecision(user: User): Refusal | null {
  return needOperator(user)
}

export function noSuchDecision(): Refusal {
  return refuse('thing.not-found', 'Expected a decision, but there is none with this id.')
}
