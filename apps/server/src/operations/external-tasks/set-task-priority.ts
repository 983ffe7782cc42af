import type { User } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { setExternalTaskPriority } from '../../runtime/execute/change-external-task.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuchExternalTask, refuseRetries } from './policy.ts'

/** Says how soon an external task is fetched. Null when it is done. */
export async function setTaskPriority(
  context: OperationContext,
  user: User,
  change: { readonly id: string; readonly priority: number },
): Promise<Refusal | null> {
  const refusal = await refuseRetries(context, user, change.id)
  if (refusal !== null) return refusal
  const isSet = await setExternalTaskPriority(context.runtime, actorOf(user), change)
  return isSet ? null : noSuchExternalTask()
}
