import type { User } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { deleteJob as deleteOne } from '../../runtime/execute/change-jobs.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuchJob } from './jobs.ts'
import { refuseJob } from './policy.ts'

/** Removes a job without doing what it was made for. Null when it is done. */
export async function deleteJob(context: OperationContext, user: User, id: string): Promise<Refusal | null> {
  const refusal = await refuseJob(context, user, { kind: 'job', id })
  if (refusal !== null) return refusal
  return (await deleteOne(context.runtime, actorOf(user), id)) ? null : noSuchJob()
}
