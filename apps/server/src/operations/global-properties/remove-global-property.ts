import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { remove } from '../records/remove-record.ts'
import { globalPropertyRecord } from './global-property.ts'

/** Deletes a global property. @returns null on success. */
export function removeGlobalProperty(context: OperationContext, request: Request, id: string): Promise<Refusal | null> {
  return remove(context, request, globalPropertyRecord, id)
}
