import type { Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'

/** Checks that the user may design processes. Returns null if so, otherwise a refusal. */
export function refuseProcessDesigner(user: Person): Refusal | null {
  return needRole(user, ['RoleDesign'])
}

/** Checks that the user may try processes as they are designed: nothing is changed by that. */
export function refuseProcessTrier(user: Person): Refusal | null {
  return needRole(user, ['RoleDesign'], 'read')
}
