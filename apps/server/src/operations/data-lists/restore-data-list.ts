import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { restore } from '../records/restore-record.ts'
import { dataListRecord } from './data-list.ts'

/** Restores a disabled data list. @returns null on success. */
export function restoreDataList(context: OperationContext, request: Request, id: string): Promise<Refusal | null> {
  return restore(context, request, dataListRecord, { ref: id })
}
