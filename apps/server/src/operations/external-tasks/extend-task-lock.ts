import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { extendLock } from '../../runtime/execute/lock-external-tasks.ts'
import type { OperationContext } from '../operation-context.ts'
import { refusalOfLock } from './lock-answer.ts'
import type { Lock } from './lock-task.ts'
import { refuseWorker } from './policy.ts'

/** Extends the lock of a worker on an external task. Returns null on success, otherwise a refusal. */
export async function extendTaskLock(
  context: OperationContext,
  request: Request,
  { id, workerId, until }: Lock,
): Promise<Refusal | null> {
  const refusal = await refuseWorker(context, request, id)
  if (refusal !== null) return refusal
  return refusalOfLock(await extendLock(context.runtime, actorOf(request), id, { workerId, until }))
}
