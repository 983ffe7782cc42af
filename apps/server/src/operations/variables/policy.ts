import type { User } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needOperator } from '../rights.ts'

/** Null when the user may write variables beside the forms of a process. */
export function refuseVariables(user: User): Refusal | null {
  return needOperator(user)
}
