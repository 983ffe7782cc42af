import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { carryOut } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuchJob } from './jobs.ts'
import { refuseJob } from './policy.ts'

/**
 * Recalculates the due date of a timer, from its creation or from now. Returns null on success, otherwise a refusal.
 */
export async function resetJobTimer(
  context: OperationContext,
  request: Request,
  { id, isFromCreation }: { id: string; isFromCreation: boolean },
): Promise<Refusal | null> {
  const refusal = await refuseJob(context, request, { kind: 'job', id })
  if (refusal !== null) return refusal
  const done = await carryOut(context, request, {
    target: { by: 'job', id },
    command: { type: 'resetTimer', jobId: id, isFromCreation },
    gone: noSuchJob,
  })
  return done instanceof Refusal ? done : null
}
