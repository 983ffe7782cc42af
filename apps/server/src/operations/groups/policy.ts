import { engineGroup, type Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'

/**
 * Checks that the user may make, change and delete that group, and say who is in it. Returns null if so, otherwise a
 * refusal. One of them stands for a role.
 */
export function refuseGroup(user: Person, key: string): Refusal | null {
  return needRole(user, key === engineGroup ? ['RoleAdmin'] : ['RoleUserAdmin'])
}

/** Null when there may be a group that the user may change: which one, `refuseGroup` says. */
export function refuseGroupKeeper(user: Person): Refusal | null {
  return needRole(user, ['RoleUserAdmin', 'RoleAdmin'])
}
