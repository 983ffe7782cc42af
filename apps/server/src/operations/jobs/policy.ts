import { everywhere, intersect, type Reach } from '../../platform/auth/reach.ts'
import type { Request } from '../../platform/auth/request.ts'
import { reachOf, reachOfToken } from '../../platform/auth/rights.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { isOperator } from '../../runtime/rights/start-rights.ts'
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

/** Returns the processes whose jobs the user sees: all of them, or those that they operate by a right. */
export function seenJobs(user: Person): Reach {
  return isOperator(user) ? intersect(everywhere, reachOfToken(user)) : reachOf(user, 'instances.operate')
}
