import type { User } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { needOperator } from '../rights.ts'

/** Null when the user may deploy, and delete what was deployed. */
export function refuseDeployment(user: User): Refusal | null {
  return needOperator(user)
}

export function noSuchDeployment(): Refusal {
  return refuse('thing.not-found', 'Expected a deployment, but there is none with this id.')
}
