import type { User } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { restore } from '../records/restore-record.ts'
import { dataListRecord } from './data-list.ts'

/** Puts a disabled data list into use again. @returns null when it is done. */
export function restoreDataList(context: OperationContext, user: User, id: string): Promise<Refusal | null> {
  return restore(context, user, dataListRecord, { ref: id })
}
