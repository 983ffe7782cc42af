import type { Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'

/** Checks that the user may design decisions. Returns null if so, otherwise a refusal. */
export function refuseDecisionDesigner(user: Person): Refusal | null {
  return needRole(user, ['RoleDesign'])
}
