import type { Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'
import type { StoredCategory } from './category.ts'

/**
 * Checks that the user may manage categories, and assign processes to them. Returns null if so, otherwise a refusal.
 */
export function refuseCategoryKeeper(user: Person): Refusal | null {
  return needRole(user, ['RoleDesign'])
}

/**
 * Returns whether a user sees a category. A category decides where processes are listed, not who may start them: models
 * do that.
 */
export function isForUser({ roles, groups }: Person, category: Pick<StoredCategory, 'roles' | 'groups'>): boolean {
  if (category.roles.length === 0 && category.groups.length === 0) return true
  return roles.some((role) => category.roles.includes(role)) || groups.some((key) => category.groups.includes(key))
}
