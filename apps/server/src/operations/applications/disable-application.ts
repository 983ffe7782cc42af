import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { disable } from '../records/disable-record.ts'
import { applicationRecord } from './application.ts'

/**
 * Disables an application: it keeps its name and parts, and no parts can be added. Its deployed processes continue.
 * @returns null on success.
 */
export function disableApplication(
  context: OperationContext,
  request: Request,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<Refusal | null> {
  return disable(context, request, applicationRecord, { ref: id, reason })
}
