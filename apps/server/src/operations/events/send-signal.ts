import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { type SentSignal, sendSignal as send } from '../../runtime/execute/send-signal.ts'
import { refusalOf } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseBroadcast, unmatched } from './policy.ts'

/**
 * Sends a signal to all instances and start events that wait for it now, in one transaction: when one of them fails,
 * none continues. Returns null on success, otherwise a refusal.
 */
export async function sendSignal(
  { runtime }: OperationContext,
  request: Request,
  signal: SentSignal,
): Promise<Refusal | null> {
  const refusal = refuseBroadcast(request.user)
  if (refusal !== null) return refusal
  const answer = await send(runtime, actorOf(request), { ...signal, seesTenants: request.user.seesTenants })
  if (answer.ok) return null
  return refusalOf(answer, () => unmatched(0, 0))
}
