import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { deleteJob as deleteOne } from '../../runtime/execute/change-jobs.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuchJob } from './jobs.ts'
import { refuseJob } from './policy.ts'

/** Deletes a job without executing it. Returns null on success, otherwise a refusal. */
export async function deleteJob(context: OperationContext, request: Request, id: string): Promise<Refusal | null> {
  const refusal = await refuseJob(context, request, { kind: 'job', id })
  if (refusal !== null) return refusal
  return (await deleteOne(context.runtime, actorOf(request), id)) ? null : noSuchJob()
}
