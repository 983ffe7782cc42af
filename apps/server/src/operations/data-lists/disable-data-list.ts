import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { disable } from '../records/disable-record.ts'
import { dataListRecord } from './data-list.ts'

/**
 * Disables a data list: nobody can change it or choose it for a new form. Forms that use it continue to offer its rows,
 * because running instances need them.
 *
 * @returns null on success.
 */
export function disableDataList(
  context: OperationContext,
  request: Request,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<Refusal | null> {
  return disable(context, request, dataListRecord, { ref: id, reason })
}
