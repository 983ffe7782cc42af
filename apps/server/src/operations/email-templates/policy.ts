import type { Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'

/** Checks that the user may write texts of mails. Returns null if so, otherwise a refusal. */
export function refuseMailDesigner(user: Person): Refusal | null {
  return needRole(user, ['RoleDesign'])
}
