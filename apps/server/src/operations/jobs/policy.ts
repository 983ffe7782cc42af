import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { needFor, type ProcessReference } from '../process-reference.ts'
import { noSuchJob } from './jobs.ts'

/**
 * Checks that the user may change, execute and delete a job, or the jobs of a process. Returns null if so, otherwise a
 * refusal.
 */
export function refuseJob(
  context: OperationContext,
  request: Request,
  thing: ProcessReference,
): Promise<Refusal | null> {
  return needFor(context, request, 'instances.operate', { thing, gone: noSuchJob })
}
