import type { PlainVariable } from '@millrace/engine'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { carryOut } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { instanceIsOver } from './instance.ts'
import { refuseChange } from './policy.ts'

export interface ElementSignal {
  readonly elementInstanceId: string
  readonly variables: readonly PlainVariable[]
}

/** Lets a waiting element, such as a receive task, continue. Returns null on success, otherwise a refusal. */
export async function signalElement(
  context: OperationContext,
  request: Request,
  { elementInstanceId, variables }: ElementSignal,
): Promise<Refusal | null> {
  const refusal = await refuseChange(context, request, { kind: 'execution', id: elementInstanceId })
  if (refusal !== null) return refusal
  const done = await carryOut(context, request, {
    target: { by: 'element', id: elementInstanceId },
    command: { type: 'signalElement', elementInstanceId, variables },
    gone: instanceIsOver,
  })
  return done instanceof Refusal ? done : null
}
