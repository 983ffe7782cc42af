import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { type Beside, type CommandOrder, carryOut } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { instanceIsOver } from './instance.ts'
import { refuseChange } from './policy.ts'

/** Lets nothing of an instance go on, or lets it go on again. Null when it is done. */
export async function suspendInstance(
  context: OperationContext,
  request: Request,
  { id, isSuspended }: { id: string; isSuspended: boolean },
  beside?: Beside,
): Promise<Refusal | null> {
  const refusal = await refuseChange(context, request, { kind: 'instance', id })
  if (refusal !== null) return refusal
  const order: CommandOrder = {
    target: { by: 'instance', id },
    command: { type: 'suspendInstance', instanceId: id, isSuspended },
    gone: instanceIsOver,
  }
  const done = await carryOut(context, request, order, beside)
  return done instanceof Refusal ? done : null
}
