import type { BatchKind } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { narrowItems } from './narrow-items.ts'
import { type BatchOrder, writeOrder } from './orders.ts'
import { refuseOrder } from './policy.ts'

/**
 * Creates a batch that applies one action to many objects that an operator has selected.
 *
 * @returns the id of the batch.
 */
export async function orderBatch<K extends BatchKind>(
  context: OperationContext,
  request: Request,
  order: BatchOrder<K>,
): Promise<string | Refusal> {
  const items = narrowItems(request, order.kind, order.items)
  return refuseOrder(request.user, order.kind) ?? writeOrder(context, request, { ...order, items })
}
