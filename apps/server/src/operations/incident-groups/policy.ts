import type { Person } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { need } from '../rights.ts'

/**
 * Checks that the user may manage causes of incidents and retry all incidents of a cause, which can belong to any
 * instance. Returns null if so, otherwise a refusal.
 */
export function refuseIncidentGroup(user: Person): Refusal | null {
  return need(user, 'instances.operate')
}

export function noSuchGroup(): Refusal {
  return refuse('thing.not-found', 'Expected a cause of incidents, but there is none with this id.')
}
