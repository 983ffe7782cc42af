import type { Person } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { need } from '../rights.ts'

/** Checks that the user may create or delete deployments. Returns null if so, otherwise a refusal. */
export function refuseDeployment(user: Person, action: 'create' | 'delete'): Refusal | null {
  return need(user, `deployments.${action}`)
}

export function noSuchDeployment(): Refusal {
  return refuse('thing.not-found', 'Expected a deployment, but there is none with this id.')
}
