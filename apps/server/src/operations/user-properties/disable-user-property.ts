import type { User } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { disable } from '../records/disable-record.ts'
import { userPropertyRecord } from './user-property.ts'

/** Disables a user property: it keeps its name and values, and nobody sees or changes it. @returns null when it is done. */
export function disableUserProperty(
  context: OperationContext,
  user: User,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<Refusal | null> {
  return disable(context, user, userPropertyRecord, { ref: id, reason })
}
