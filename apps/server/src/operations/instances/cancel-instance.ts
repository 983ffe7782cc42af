import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { type CommandOrder, type CommitExtras, carryOut, EngineRefusal } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { cannotBeProcessed } from './cannot-be-processed.ts'
import { forceEnd } from './force-end.ts'
import { instanceIsOver, loadInstanceFor, noReason } from './instance.ts'

export interface Cancellation {
  readonly id: string
  readonly reason: string | null
  readonly skipsListeners?: boolean
  readonly skipsIoMappings?: boolean
  /** Whether the instance ends even if the engine cannot process it. The history then says so. */
  readonly isForced?: boolean
}

/**
 * Cancels an instance, with the instances that it called and those that called it. The history stores who did it and
 * why. Returns null on success, otherwise a refusal.
 */
export async function cancelInstance(
  context: OperationContext,
  request: Request,
  { id, reason, skipsListeners = false, skipsIoMappings = false, isForced = false }: Cancellation,
  extras?: CommitExtras,
): Promise<Refusal | null> {
  const action = isForced ? 'force-end' : 'cancel'
  const instance = await context.db.read(request, (tx) => loadInstanceFor(tx, request.user, { id, action }))
  if (instance instanceof Refusal) return instance
  if (isForced && !reason) return noReason()
  if (instance.isOver) return instanceIsOver()
  const order: CommandOrder = {
    target: { by: 'instance', id },
    command: { type: 'deleteInstance', instanceId: id, reason: reason || null, skipsListeners, skipsIoMappings },
    place: { rootId: instance.rootId, instanceId: id, elementInstanceId: null, elementId: null },
    gone: instanceIsOver,
  }
  if (!isForced || !reason) return asRefusal(await carryOut(context, request, order, extras))
  // The engine ends it if it can, with all that the model says about that.
  const done = await carryOut(context, request, order, extras).catch(unlessUnprocessable)
  const isProcessed = done !== null && !(done instanceof EngineRefusal && done.answer.reason !== 'gone')
  return isProcessed ? asRefusal(done) : forceEnd(context, request, { ...instance, reason }, extras)
}

function asRefusal(done: object): Refusal | null {
  return done instanceof Refusal ? done : null
}

/** Returns null for the engine's failure to process the instance. */
function unlessUnprocessable(error: unknown): null {
  if (!cannotBeProcessed(error)) throw error
  return null
}
