import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { disable } from '../records/disable-record.ts'
import { applicationRecord } from './application.ts'

/**
 * Disables an application: it keeps its name and its parts, and nobody adds to it. What of it is deployed runs on.
 *
 * @returns null on success.
 */
export function disableApplication(
  context: OperationContext,
  request: Request,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<Refusal | null> {
  return disable(context, request, applicationRecord, { ref: id, reason })
}
