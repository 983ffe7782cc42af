import type { User } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { disable } from '../records/disable-record.ts'
import { dataListRecord } from './data-list.ts'

/**
 * Disables a data list: nobody changes it, and no new form is offered it. Forms that choose from it go on doing so,
 * because instances wait at them. @returns null when it is done.
 */
export function disableDataList(
  context: OperationContext,
  user: User,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<Refusal | null> {
  return disable(context, user, dataListRecord, { ref: id, reason })
}
