import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { disable } from '../records/disable-record.ts'
import { userPropertyRecord } from './user-property.ts'

/** Disables a user property: it keeps its name and values, and nobody sees or changes it. @returns null on success. */
export function disableUserProperty(
  context: OperationContext,
  request: Request,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<Refusal | null> {
  return disable(context, request, userPropertyRecord, { ref: id, reason })
}
