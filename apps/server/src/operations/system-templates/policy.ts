import type { Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'

/** Null when the user may say what the mails of the product say. */
export function refuseSystemTemplates(user: Person): Refusal | null {
  return needRole(user, ['RoleAdmin'])
}
