import type { User } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { restore } from '../records/restore-record.ts'
import { type AppProcessRef, processRecord } from './app-process.ts'

/** Puts a disabled process into use again. @returns null when it is done. */
export function restoreAppProcess(context: OperationContext, user: User, ref: AppProcessRef): Promise<Refusal | null> {
  return restore(context, user, processRecord, { ref })
}
