import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { type LockTaking, takeDesignLock } from '../designs/design-locks.ts'
import type { LockHeld } from '../designs/edit-lock.ts'
import type { OperationContext } from '../operation-context.ts'
import { processDesigns } from './process-designs.ts'

/** Says that the user is at a design, when nobody else is. @returns who is at it now, with the token if it is this window. */
export async function takeProcessLock(
  context: OperationContext,
  request: Request,
  taking: LockTaking,
): Promise<LockHeld | Refusal> {
  return takeDesignLock(context, request, processDesigns, taking)
}
