import type { User } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { changeJobs } from '../../runtime/execute/change-jobs.ts'
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
  user: User,
  { id, priority, includesJobs }: JobDefinitionPriority,
): Promise<Refusal | null> {
  const refusal = await refuseJobDefinition(context, user, { kind: 'jobDefinition', id })
  if (refusal !== null) return refusal
  await context.db.withTransaction(actorOf(user), (tx) =>
    tx.commit([
      {
        name: 'job_definition_priority',
        text: 'update job_definition set priority = $3 where workplace_id = $1 and id = $2',
        values: [user.workplaceId, id, priority],
      },
    ]),
  )
  if (includesJobs && priority !== null)
    await changeJobs(context.runtime, actorOf(user), { by: 'jobDefinition', id }, { priority })
  return null
}
