import type { PlainVariable } from '@millrace/engine'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { carryOut } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseTrigger, unmatched } from './policy.ts'

export interface Trigger {
  readonly subscriptionId: string
  readonly variables: readonly PlainVariable[]
}

/** Delivers a message or signal to one subscription. Returns null on success, otherwise a refusal. */
export async function triggerSubscription(
  context: OperationContext,
  request: Request,
  { subscriptionId: id, variables }: Trigger,
): Promise<Refusal | null> {
  const refusal = await refuseTrigger(context, request, id)
  if (refusal !== null) return refusal
  const done = await carryOut(context, request, {
    target: { by: 'subscription', id },
    command: { type: 'triggerSubscription', subscriptionId: id, variables },
    gone: () => unmatched(0, 0),
  })
  return done instanceof Refusal ? done : null
}
