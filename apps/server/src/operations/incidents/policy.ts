import type { User } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needOperator } from '../rights.ts'

/** Null when the user may raise, annotate and resolve incidents. To retry is a right on the instance. */
export function refuseIncident(user: User): Refusal | null {
  return needOperator(user)
}
