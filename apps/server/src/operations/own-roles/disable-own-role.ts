import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { disable } from '../records/disable-record.ts'
import { ownRoleRecord } from './own-role.ts'

/**
 * Disables a role of the workplace: users and groups keep it, and it permits nothing until it is restored.
 *
 * @returns null on success.
 */
export function disableOwnRole(
  context: OperationContext,
  request: Request,
  { key, reason }: { readonly key: string; readonly reason: string },
): Promise<Refusal | null> {
  return disable(context, request, ownRoleRecord, { ref: key, reason })
}
