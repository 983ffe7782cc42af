import type { Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'

/** Null when the user may keep hierarchies. */
export function refuseHierarchyKeeper(user: Person): Refusal | null {
  return needRole(user, ['RoleUserAdmin'])
}
