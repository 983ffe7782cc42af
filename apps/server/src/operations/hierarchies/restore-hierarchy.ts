import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { restore } from '../records/restore-record.ts'
import { hierarchyRecord } from './hierarchy.ts'

/** Restores a disabled hierarchy. @returns null on success. */
export function restoreHierarchy(context: OperationContext, request: Request, id: string): Promise<Refusal | null> {
  return restore(context, request, hierarchyRecord, { ref: id })
}
