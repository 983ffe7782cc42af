import type { User } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'

/** Null when the user may send files for forms to name: whoever fills in forms, operators too. */
export function refuseUpload(user: User): Refusal | null {
  return needRole(user, ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin'], 'work')
}
