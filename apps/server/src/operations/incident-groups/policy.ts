import type { Person } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { need } from '../rights.ts'

/**
 * Checks that the user may keep causes of incidents and retry all incidents of one: a cause may have incidents of any
 * instance.
 */
export function refuseIncidentGroup(user: Person): Refusal | null {
  return need(user, 'instances.operate')
}

export function noSuchGroup(): Refusal {
  return refuse('thing.not-found', 'Expected a cause of incidents, but there is none with this id.')
}
