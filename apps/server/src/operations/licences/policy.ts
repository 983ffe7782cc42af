import type { Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'

/** Checks that the user may renew the licence of the workplace. Returns null if so, otherwise a refusal. */
export function refuseLicenceKeeper(user: Person): Refusal | null {
  return needRole(user, ['RoleAdmin'])
}
