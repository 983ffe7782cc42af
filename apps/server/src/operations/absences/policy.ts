import type { Person } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { needScope } from '../rights.ts'
import type { AccountRights } from '../users/policy.ts'
import { refuseUser } from '../users/policy.ts'

/**
 * Checks that the user may read or change the absences of an account: their own account, or one that they administer.
 * Returns null if so, otherwise a refusal.
 */
export function refuseAbsence(user: Person, action: 'read' | 'arrange', account: AccountRights): Refusal | null {
  if (account.id === user.id) return needScope(user, action === 'read' ? 'read' : 'administer')
  return refuseUser(user, action, account)
}

/**
 * Checks what does not depend on the absent user, before the account is loaded. Returns null when the call may
 * continue, otherwise a refusal.
 */
export function refuseAbsenceOf(user: Person, username: string | null): Refusal | null {
  return username === null || username === user.username ? null : refuseUser(user, 'arrange')
}

export function noSuchAbsence(): Refusal {
  return refuse(
    'thing.not-found',
    'Expected an absence that you have permission to change, but there is none with this id.',
  )
}

export function isOver(): Refusal {
  return refuse('absence.over', 'Expected an end that is in the future and after the start.')
}
