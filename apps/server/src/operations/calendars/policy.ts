import type { Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'

/** Checks that the user may change business calendars. Returns null if so, otherwise a refusal. */
export function refuseCalendar(user: Person): Refusal | null {
  return needRole(user, ['RoleProcessAdmin', 'RoleAdmin'])
}
