import type { Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'

/** Null when the user may design. */
export function refuseDesigner(user: Person): Refusal | null {
  return needRole(user, ['RoleDesign'])
}
