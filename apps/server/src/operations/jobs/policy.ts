import type { User } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needOperator } from '../rights.ts'

/** Null when the user may change, try and remove jobs, and what they are made with. */
export function refuseJob(user: User): Refusal | null {
  return needOperator(user)
}
