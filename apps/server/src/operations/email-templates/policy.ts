import type { Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'

/** Null when the user may write texts of mails. */
export function refuseMailDesigner(user: Person): Refusal | null {
  return needRole(user, ['RoleDesign'])
}
