import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { lockExternalTask } from '../../runtime/execute/lock-external-tasks.ts'
import type { OperationContext } from '../operation-context.ts'
import { refusalOfLock } from './lock-answer.ts'
import { refuseWorker } from './policy.ts'

export interface Lock {
  readonly id: string
  readonly workerId: string
  readonly until: Date
}

/** Locks one external task for a worker. Returns null on success, otherwise a refusal. */
export async function lockTask(
  context: OperationContext,
  request: Request,
  { id, workerId, until }: Lock,
): Promise<Refusal | null> {
  const refusal = await refuseWorker(context, request, id)
  if (refusal !== null) return refusal
  return refusalOfLock(await lockExternalTask(context.runtime, actorOf(request), id, { workerId, until }))
}
