import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { deleteJobIn } from '../../runtime/execute/change-jobs.ts'
import { unitOfWork } from '../../runtime/execute/unit-of-work.ts'
import type { OperationContext } from '../operation-context.ts'
import { logOperation } from '../operation-log/logged-operation.ts'
import { noSuchJob } from './jobs.ts'
import { refuseJob } from './policy.ts'

/** Deletes a job without executing it. Returns null on success, otherwise a refusal. */
export async function deleteJob(context: OperationContext, request: Request, id: string): Promise<Refusal | null> {
  const refusal = await refuseJob(context, request, { kind: 'job', id })
  if (refusal !== null) return refusal
  const to = { kind: 'job', id } as const
  const log = logOperation(context, request, { operation: 'Delete', entity: 'Job', category: 'Operator', to })
  return unitOfWork(context.runtime, actorOf(request), async (unit) => {
    unit.write(log)
    return (await deleteJobIn(unit, request.workplaceId, id)) ? null : unit.abandon(noSuchJob())
  })
}
