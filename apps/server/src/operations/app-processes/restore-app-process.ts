import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { restore } from '../records/restore-record.ts'
import { type AppProcessRef, processRecord } from './app-process.ts'

/** Puts a disabled process into use again. @returns null when it is done. */
export function restoreAppProcess(
  context: OperationContext,
  request: Request,
  ref: AppProcessRef,
): Promise<Refusal | null> {
  return restore(context, request, processRecord, { ref })
}
