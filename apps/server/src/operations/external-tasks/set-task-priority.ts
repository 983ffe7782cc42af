import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { setExternalTaskPriority } from '../../runtime/execute/change-external-task.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuchExternalTask, refuseRetries } from './policy.ts'

/** Sets the priority by which an external task is fetched. Returns null on success, otherwise a refusal. */
export async function setTaskPriority(
  context: OperationContext,
  request: Request,
  change: { readonly id: string; readonly priority: number },
): Promise<Refusal | null> {
  const refusal = await refuseRetries(context, request, change.id)
  if (refusal !== null) return refusal
  const isSet = await setExternalTaskPriority(context.runtime, actorOf(request), change)
  return isSet ? null : noSuchExternalTask()
}
