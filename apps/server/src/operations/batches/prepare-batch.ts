import type { BatchKind } from '@millrace/contract'
import type { RawBuilder } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { narrowItems } from './narrow-items.ts'
import { writeOrder } from './orders.ts'
import { refuseOrder } from './policy.ts'

/**
 * Creates a batch that is not started yet: it finds and counts the items, so that the user can confirm exactly these.
 * `beginBatch` starts it. A batch that nobody starts is deleted after an hour.
 *
 * @returns the id of the batch.
 */
export async function prepareBatch(
  context: OperationContext,
  request: Request,
  { kind, items, query }: { readonly kind: BatchKind; readonly items: RawBuilder<unknown>; readonly query: unknown },
): Promise<string | Refusal> {
  const refusal = refuseOrder(request.user, kind)
  if (refusal !== null) return refusal
  // What is done is said when it is begun.
  const order = { kind, action: {} as never, items: narrowItems(request, kind, items), query, isDraft: true }
  return writeOrder(context, request, order)
}
