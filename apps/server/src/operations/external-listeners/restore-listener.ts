import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { restoreExternal } from '../external-systems/restore-external.ts'
import type { OperationContext } from '../operation-context.ts'
import { orderLooks } from './order-looks.ts'

/** Restores a disabled listener. A watched folder is looked at from then on. @returns null on success. */
export async function restoreListener(
  context: OperationContext,
  request: Request,
  id: string,
): Promise<Refusal | null> {
  const refusal = await restoreExternal(context, request, { kind: 'listener', id })
  if (refusal === null) await orderLooks(context.runtime, request.workplaceId, id)
  return refusal
}
