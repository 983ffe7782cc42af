import type { Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'

/** Checks that the user may keep data lists. Returns null if so, otherwise a refusal. */
export function refuseListKeeper(user: Person): Refusal | null {
  return needRole(user, ['RoleDesign'])
}
