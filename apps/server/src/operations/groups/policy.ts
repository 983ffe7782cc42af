import { engineGroup, type Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'

/**
 * Checks that the user may create, change and delete this group and its members. One group grants a role and needs more
 * permissions. Returns null if so, otherwise a refusal.
 */
export function refuseGroup(user: Person, key: string): Refusal | null {
  return needRole(user, key === engineGroup ? ['RoleAdmin'] : ['RoleUserAdmin'])
}

/**
 * Checks that the user may change at least some groups. `refuseGroup` decides for each group. Returns null if so,
 * otherwise a refusal.
 */
export function refuseGroupKeeper(user: Person): Refusal | null {
  return needRole(user, ['RoleUserAdmin', 'RoleAdmin'])
}
