import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { type CommandOrder, type CommitExtras, carryOut } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { instanceIsOver, loadInstanceFor } from './instance.ts'

export interface Cancellation {
  readonly id: string
  readonly reason: string | null
  readonly skipsListeners?: boolean
  readonly skipsIoMappings?: boolean
}

/**
 * Cancels an instance, with the instances that it called and those that called it. The history stores who did it and
 * why. Returns null on success, otherwise a refusal.
 */
export async function cancelInstance(
  context: OperationContext,
  request: Request,
  { id, reason, skipsListeners = false, skipsIoMappings = false }: Cancellation,
  extras?: CommitExtras,
): Promise<Refusal | null> {
  const instance = await context.db.read(request, (tx) => loadInstanceFor(tx, request.user, { id, action: 'cancel' }))
  if (instance instanceof Refusal) return instance
  if (instance.isOver) return instanceIsOver()
  const order: CommandOrder = {
    target: { by: 'instance', id },
    command: { type: 'deleteInstance', instanceId: id, reason: reason || null, skipsListeners, skipsIoMappings },
    place: { rootId: instance.rootId, instanceId: id, elementInstanceId: null, elementId: null },
    gone: instanceIsOver,
  }
  const done = await carryOut(context, request, order, extras)
  return done instanceof Refusal ? done : null
}
