import type { Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needOn } from '../rights.ts'

/** Checks that the user may change system templates. Returns null if so, otherwise a refusal. */
export function refuseSystemTemplates(user: Person): Refusal | null {
  return needOn(user, 'system-templates.design', null)
}
