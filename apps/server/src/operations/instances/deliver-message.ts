import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { carryOut } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { logOperation } from '../operation-log/logged-operation.ts'
import { findWaitingMessage, isNotWaiting, type MessageToSubscription } from './waiting-message.ts'

/**
 * Delivers a message to one subscription of an instance, as an operator. Messages of API clients are correlated
 * (`events/correlate-message`). Returns null on success, otherwise a refusal.
 */
export async function deliverMessage(
  context: OperationContext,
  request: Request,
  message: MessageToSubscription,
): Promise<Refusal | null> {
  const waiting = await findWaitingMessage(context, request, message)
  if (waiting instanceof Refusal) return waiting
  const { instanceId, subscriptionId: id, variables } = message
  const done = await carryOut(context, request, {
    target: { by: 'subscription', id },
    command: { type: 'triggerSubscription', subscriptionId: id, variables },
    gone: isNotWaiting,
    extra: [
      logOperation(context, request, {
        ...{ operation: 'CorrelateMessage', entity: 'ProcessInstance', category: 'Operator' },
        changes: [
          { property: 'messageName', newValue: waiting.name },
          { property: 'element', newValue: waiting.elementKey },
          { property: 'nrOfVariables', newValue: String(variables.length) },
        ],
        to: { kind: 'instance', id: instanceId },
      }),
    ],
  })
  return done instanceof Refusal ? done : null
}
