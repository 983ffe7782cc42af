import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { unlockExternalTask } from '../../runtime/execute/lock-external-tasks.ts'
import type { OperationContext } from '../operation-context.ts'
import { refusalOfLock } from './lock-answer.ts'
import { refuseWorker } from './policy.ts'

/** Removes the lock of a worker from an external task. Returns null on success, otherwise a refusal. */
export async function unlockTask(context: OperationContext, request: Request, id: string): Promise<Refusal | null> {
  const refusal = await refuseWorker(context, request, id)
  if (refusal !== null) return refusal
  return refusalOfLock(await unlockExternalTask(context.runtime, actorOf(request), id))
}
