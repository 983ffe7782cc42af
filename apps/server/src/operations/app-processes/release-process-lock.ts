import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { type LockRelease, releaseDesignLock } from '../designs/design-locks.ts'
import type { OperationContext } from '../operation-context.ts'
import { processDesigns } from './process-designs.ts'

/** Says that a window is no longer at a design. Null when it is done, or it was not at it any more. */
export async function releaseProcessLock(
  context: OperationContext,
  request: Request,
  release: LockRelease,
): Promise<Refusal | null> {
  return releaseDesignLock(context, request, processDesigns, release)
}
