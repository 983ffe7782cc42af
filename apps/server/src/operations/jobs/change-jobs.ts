import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { changeJobsIn, type JobPatch, type JobSelection, lockJobs } from '../../runtime/execute/change-jobs.ts'
import { unitOfWork } from '../../runtime/execute/unit-of-work.ts'
import type { OperationContext } from '../operation-context.ts'
import { logJobChange } from './log-job-change.ts'
import { refuseJob } from './policy.ts'

/**
 * Changes the suspension, priority or due date of jobs. Refuses with `thing.not-found` for a job that belongs to no
 * process.
 *
 * @returns the number of changed jobs.
 */
export async function changeJobs(
  context: OperationContext,
  request: Request,
  { of, patch }: { of: JobSelection; patch: JobPatch },
): Promise<number | Refusal> {
  const refusal = await refuseJob(context, request, { kind: kinds[of.by], id: of.id })
  if (refusal !== null) return refusal
  const { workplaceId } = request
  return unitOfWork(context.runtime, actorOf(request), async (unit) => {
    const to = { kind: logged[of.by], id: of.id } as const
    await lockJobs(unit, workplaceId, of)
    const log = await logJobChange(context, request, { unit, to, patch })
    const count = await changeJobsIn(unit, workplaceId, of, patch)
    if (count > 0) unit.write(...log)
    return count
  })
}

const kinds = { id: 'job', instance: 'instance', definition: 'process', jobDefinition: 'jobDefinition' } as const
const logged = { ...kinds, definition: 'definition' } as const
