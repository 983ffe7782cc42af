import type { Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'
import { packageKinds } from './kinds/index.ts'
import type { PackageRef } from './package-kind.ts'

/**
 * Checks that the user may export and import packages. The kind of each item checks its own permissions in addition.
 * Returns null if so, otherwise a refusal.
 */
export function refusePackages(user: Person): Refusal | null {
  return needRole(user, ['RoleAdmin'])
}

/** Checks that the user may manage an item of this kind. Returns null if so, otherwise a refusal. */
export function refuseItem(user: Person, { kind, key }: PackageRef): Refusal | null {
  return packageKinds[kind].refuse(user, key)
}
