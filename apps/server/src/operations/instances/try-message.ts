import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { unitOfWork } from '../../runtime/execute/unit-of-work.ts'
import { caught, refusalOf } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { sumUp, type TriedModification } from './try-modification.ts'
import { findWaitingMessage, isNotWaiting, type MessageToSubscription } from './waiting-message.ts'

/** The result of a dry run of a message. */
export type TriedMessage = Omit<TriedModification, 'lines'> & {
  /** Other executions that wait for a message with this name, at most 1,000. */
  readonly others: number
}

/**
 * Tries to deliver a message to one subscription of an instance, and rolls everything back. Returns what would start and
 * end, or why a step of the process fails.
 */
export async function tryMessage(
  context: OperationContext,
  request: Request,
  message: MessageToSubscription,
): Promise<TriedMessage | Refusal> {
  const waiting = await findWaitingMessage(context, request, message)
  if (waiting instanceof Refusal) return waiting
  const { instanceId, subscriptionId: id, variables } = message
  const { others } = waiting
  try {
    const answer = await unitOfWork(context.runtime, actorOf(request), async (unit) =>
      unit.abandon(
        await unit.execute({ by: 'subscription', id }, { type: 'triggerSubscription', subscriptionId: id, variables }),
      ),
    )
    if (answer.ok) return { problem: null, ...sumUp(answer.events, instanceId), others }
    const refusal = refusalOf(answer, isNotWaiting)
    return answer.reason === 'failed'
      ? { problem: refusal.message, starts: [], ends: [], outcome: null, others }
      : refusal
  } catch (error) {
    return caught(error)
  }
}
