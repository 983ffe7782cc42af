import type { Request } from '../../platform/auth/request.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { dropPlanned } from '../../runtime/execute/suspensions.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseDefinition } from './policy.ts'

/** Cancels a planned suspension or activation of a definition. Returns null on success, otherwise a refusal. */
export async function cancelSuspension(
  context: OperationContext,
  request: Request,
  { id, planId }: { readonly id: string; readonly planId: string },
): Promise<Refusal | null> {
  const refusal = await refuseDefinition(context, request, 'operate', { kind: 'process', id })
  if (refusal !== null) return refusal
  const isDone =
    isUuid(planId) && (await dropPlanned(context.runtime, actorOf(request), { id: planId, definitionId: id }))
  return isDone
    ? null
    : refuse(
        'thing.not-found',
        'Expected a planned suspension of this process, but there is none with this id. It was carried out or taken back.',
      )
}
