import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { restore } from '../records/restore-record.ts'
import { userPropertyRecord } from './user-property.ts'

/** Restores a disabled user property. @returns null on success. */
export function restoreUserProperty(context: OperationContext, request: Request, id: string): Promise<Refusal | null> {
  return restore(context, request, userPropertyRecord, { ref: id })
}
