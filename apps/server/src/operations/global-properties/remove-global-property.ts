import type { User } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { remove } from '../records/remove-record.ts'
import { globalPropertyRecord } from './global-property.ts'

/** Deletes a global property. @returns null when it is done. */
export function removeGlobalProperty(context: OperationContext, user: User, id: string): Promise<Refusal | null> {
  return remove(context, user, globalPropertyRecord, id)
}
