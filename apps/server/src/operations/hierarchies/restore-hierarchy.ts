import type { User } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { restore } from '../records/restore-record.ts'
import { hierarchyRecord } from './hierarchy.ts'

/** Puts a disabled hierarchy into use again. @returns null when it is done. */
export function restoreHierarchy(context: OperationContext, user: User, id: string): Promise<Refusal | null> {
  return restore(context, user, hierarchyRecord, { ref: id })
}
