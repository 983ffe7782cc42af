import type { User } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { setExternalTaskPriority } from '../../runtime/execute/lock-external-tasks.ts'
import type { OperationContext } from '../operation-context.ts'
import { refusalOfLock } from './lock-answer.ts'
import { refuseRetries } from './policy.ts'

/** Says how soon an external task is fetched. Null when it is done. */
export async function setTaskPriority(
  context: OperationContext,
  user: User,
  { id, priority }: { id: string; priority: number },
): Promise<Refusal | null> {
  const refusal = await refuseRetries(context, user, id)
  if (refusal !== null) return refusal
  return refusalOfLock(await setExternalTaskPriority(context.runtime, actorOf(user), id, priority))
}
