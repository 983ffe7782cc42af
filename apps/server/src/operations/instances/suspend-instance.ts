import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { type CommandOrder, type CommitExtras, carryOut } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { logOperation } from '../operation-log/logged-operation.ts'
import { instanceIsOver } from './instance.ts'
import { refuseChange } from './policy.ts'

/** Suspends an instance, or activates it again. Returns null on success, otherwise a refusal. */
export async function suspendInstance(
  context: OperationContext,
  request: Request,
  { id, isSuspended }: { id: string; isSuspended: boolean },
  extras?: CommitExtras,
): Promise<Refusal | null> {
  const refusal = await refuseChange(context, request, { kind: 'instance', id })
  if (refusal !== null) return refusal
  const order: CommandOrder = {
    target: { by: 'instance', id },
    command: { type: 'suspendInstance', instanceId: id, isSuspended },
    gone: instanceIsOver,
    extra: [
      logOperation(context, request, {
        operation: isSuspended ? 'Suspend' : 'Activate',
        entity: 'ProcessInstance',
        category: 'Operator',
        changes: [{ property: 'suspensionState', newValue: isSuspended ? 'suspended' : 'active' }],
        to: { kind: 'instance', id },
      }),
    ],
  }
  const done = await carryOut(context, request, order, extras)
  return done instanceof Refusal ? done : null
}
