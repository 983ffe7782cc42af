import type { User } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { disable } from '../records/disable-record.ts'
import { hierarchyRecord } from './hierarchy.ts'

/** Disables a hierarchy: it keeps its name, and nobody changes it. @returns null when it is done. */
export function disableHierarchy(
  context: OperationContext,
  user: User,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<Refusal | null> {
  return disable(context, user, hierarchyRecord, { ref: id, reason })
}
