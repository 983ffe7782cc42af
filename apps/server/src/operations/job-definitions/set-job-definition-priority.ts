import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { changeJobsIn } from '../../runtime/execute/change-jobs.ts'
import { unitOfWork } from '../../runtime/execute/unit-of-work.ts'
import type { OperationContext } from '../operation-context.ts'
import { logOperation } from '../operation-log/logged-operation.ts'
import { refuseJobDefinition } from './policy.ts'

export interface JobDefinitionPriority {
  readonly id: string
  /** Null: that of the model. */
  readonly priority: number | null
  /** Whether the jobs that wait are meant too. */
  readonly includesJobs: boolean
}

/** Sets the priority of future jobs of a job definition. Returns null on success, otherwise a refusal. */
export async function setJobDefinitionPriority(
  context: OperationContext,
  request: Request,
  { id, priority, includesJobs }: JobDefinitionPriority,
): Promise<Refusal | null> {
  const refusal = await refuseJobDefinition(context, request, { kind: 'jobDefinition', id })
  if (refusal !== null) return refusal
  const { workplaceId } = request
  return unitOfWork(context.runtime, actorOf(request), async (unit) => {
    const [found] = await unit.tx.batch([
      {
        name: 'job_definition_priority_before',
        text: 'select priority from job_definition where workplace_id = $1 and id = $2 for update',
        values: [workplaceId, id],
      },
    ])
    const to = { kind: 'jobDefinition', id } as const
    const newValue = priority === null ? null : String(priority)
    const log = { operation: 'SetPriority', category: 'Operator', to } as const
    if (found?.[0] === undefined) return null
    const orgValue = found[0][0] ?? null
    const changes = [{ property: 'overridingPriority', orgValue, newValue }]
    if (orgValue !== newValue) unit.write(logOperation(context, request, { ...log, entity: 'JobDefinition', changes }))
    unit.write({
      name: 'job_definition_priority',
      text: 'update job_definition set priority = $3 where workplace_id = $1 and id = $2',
      values: [workplaceId, id, priority],
    })
    if (!includesJobs || priority === null) return null
    const count = await changeJobsIn(unit, workplaceId, { by: 'jobDefinition', id }, { priority })
    // Their priorities before differ.
    const ofJobs = { ...log, entity: 'Job', changes: [{ property: 'priority', newValue }] }
    if (count > 0) unit.write(logOperation(context, request, ofJobs))
    return null
  })
}
