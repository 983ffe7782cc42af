import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { forceEndRoot } from '../../runtime/execute/force-end-root.ts'
import type { CommitExtras } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { logOperation } from '../operation-log/logged-operation.ts'
import { type FoundInstance, instanceIsOver } from './instance.ts'

/**
 * Ends an instance that the engine cannot process, such as one whose model cannot be read: with the instances that it
 * called and those that called it, as a cancellation does. No code of the model runs. Returns null on success, otherwise
 * a refusal.
 */
export async function forceEnd(
  context: OperationContext,
  request: Request,
  { id, rootId, reason }: Pick<FoundInstance, 'id' | 'rootId'> & { readonly reason: string },
  { alongside = [], before }: CommitExtras = {},
): Promise<Refusal | null> {
  const { runtime, clock } = context
  const log = logOperation(context, request, {
    operation: 'ForceEnd',
    entity: 'ProcessInstance',
    category: 'Operator',
    changes: [{ property: 'reason', newValue: reason }],
    to: { kind: 'instance', id },
  })
  const ended = await forceEndRoot(runtime, actorOf(request), {
    ...{ instanceId: id, rootId, reason, before },
    ...{ at: clock().toISOString(), userId: request.user.username },
    alongside: [log, ...alongside],
  })
  return ended === 'over' ? instanceIsOver() : ended
}
