import type { Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needOn } from '../rights.ts'

/**
 * Checks that the user may write the text of an email template. Returns null if so, otherwise a refusal.
 *
 * @param id the template; null to create one.
 */
export function refuseMailDesigner(user: Person, id: string | null): Refusal | null {
  return needOn(user, 'email-templates.design', id)
}
