import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { restore } from '../records/restore-record.ts'
import { userPropertyRecord } from './user-property.ts'

/** Puts a disabled user property into use again. @returns null when it is done. */
export function restoreUserProperty(context: OperationContext, request: Request, id: string): Promise<Refusal | null> {
  return restore(context, request, userPropertyRecord, { ref: id })
}
