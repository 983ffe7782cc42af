import type { Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'
import { packageKinds } from './kinds/index.ts'
import type { PackageRef } from './package-kind.ts'

/**
 * Checks that the user may export and import at all. Returns null if so, otherwise a refusal. What of each kind, that
 * kind says.
 */
export function refusePackages(user: Person): Refusal | null {
  return needRole(user, ['RoleAdmin'])
}

/** Checks that the user may keep items like this one. Returns null if so, otherwise a refusal. */
export function refuseItem(user: Person, { kind, key }: PackageRef): Refusal | null {
  return packageKinds[kind].refuse(user, key)
}
