import type { Request } from '../../platform/auth/request.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { needFor } from '../belonging.ts'
import type { OperationContext } from '../operation-context.ts'

/**
 * Checks that the user may raise an incident in that instance, annotate or resolve that one. Returns null if so,
 * otherwise a refusal. To retry is a right on the instance.
 */
export function refuseIncident(
  context: OperationContext,
  request: Request,
  thing: { readonly kind: 'instance' | 'incident'; readonly id: string },
): Promise<Refusal | null> {
  return needFor(context, request, 'instances.operate', { thing, gone: () => noSuch(thing.kind) })
}

function noSuch(kind: 'instance' | 'incident'): Refusal {
  const what = kind === 'instance' ? 'a running instance' : 'an open incident'
  return refuse('thing.not-found', `Expected ${what}, but there is none with this id.`)
}
