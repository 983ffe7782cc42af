import type { Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'

/** Checks that the user may change bindings of Java classes and beans. Returns null if so, otherwise a refusal. */
export function refuseBinding(user: Person): Refusal | null {
  return needRole(user, ['RoleProcessAdmin', 'RoleAdmin'])
}
