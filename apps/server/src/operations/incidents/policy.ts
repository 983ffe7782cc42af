import type { Request } from '../../platform/auth/request.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { needFor } from '../process-reference.ts'

/**
 * Checks that the user may raise an incident in an instance, or annotate or resolve an incident. Retrying needs a
 * permission for the instance instead. Returns null if so, otherwise a refusal.
 */
export function refuseIncident(
  context: OperationContext,
  request: Request,
  thing: { readonly kind: 'instance' | 'incident'; readonly id: string },
): Promise<Refusal | null> {
  const gone = thing.kind === 'instance' ? noSuchInstance : noSuchIncident
  return needFor(context, request, 'instances.operate', { thing, gone })
}

export function noSuchIncident(): Refusal {
  return refuse('thing.not-found', 'Expected an open incident, but there is none with this id.')
}

function noSuchInstance(): Refusal {
  return refuse('thing.not-found', 'Expected a running instance, but there is none with this id.')
}
