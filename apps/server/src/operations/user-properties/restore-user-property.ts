import type { User } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { restore } from '../records/restore-record.ts'
import { userPropertyRecord } from './user-property.ts'

/** Puts a disabled user property into use again. @returns null when it is done. */
export function restoreUserProperty(context: OperationContext, user: User, id: string): Promise<Refusal | null> {
  return restore(context, user, userPropertyRecord, { ref: id })
}
