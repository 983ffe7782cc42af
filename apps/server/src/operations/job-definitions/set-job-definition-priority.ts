import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { changeJobsIn } from '../../runtime/execute/change-jobs.ts'
import { unitOfWork } from '../../runtime/execute/unit-of-work.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseJobDefinition } from './policy.ts'

export interface JobDefinitionPriority {
  readonly id: string
  /** Null: that of the model. */
  readonly priority: number | null
  /** Whether the jobs that wait are meant too. */
  readonly includesJobs: boolean
}

/** The priority of jobs that are made from now on. Null when it is done. */
export async function setJobDefinitionPriority(
  context: OperationContext,
  request: Request,
  { id, priority, includesJobs }: JobDefinitionPriority,
): Promise<Refusal | null> {
  const refusal = await refuseJobDefinition(context, request, { kind: 'jobDefinition', id })
  if (refusal !== null) return refusal
  const { workplaceId } = request
  return unitOfWork(context.runtime, actorOf(request), async (unit) => {
    unit.write({
      name: 'job_definition_priority',
      text: 'update job_definition set priority = $3 where workplace_id = $1 and id = $2',
      values: [workplaceId, id, priority],
    })
    if (includesJobs && priority !== null)
      await changeJobsIn(unit, workplaceId, { by: 'jobDefinition', id }, { priority })
    return null
  })
}
