import type { BatchKind } from '@millrace/contract'
import type { RawBuilder } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { narrowItems } from './narrow-items.ts'
import { writeOrder } from './orders.ts'
import { refuseOrder } from './policy.ts'

/**
 * Finds and counts the things that something is to be done to, and does nothing yet: what `beginBatch` starts is what
 * was shown. One that nobody begins goes after an hour. @returns the id of the batch.
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
