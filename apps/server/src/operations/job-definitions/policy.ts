import type { User } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needOperator } from '../rights.ts'

/** Null when the user may say how the jobs of a place in a process are made. */
export function refuseJobDefinition(user: User): Refusal | null {
  return needOperator(user)
}
