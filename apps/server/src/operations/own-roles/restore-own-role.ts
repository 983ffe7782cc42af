import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { restore } from '../records/restore-record.ts'
import { ownRoleRecord } from './own-role.ts'

/** Restores a disabled role of the workplace, for all its members. @returns null on success. */
export function restoreOwnRole(context: OperationContext, request: Request, key: string): Promise<Refusal | null> {
  return restore(context, request, ownRoleRecord, { ref: key })
}
