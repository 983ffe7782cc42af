import type { Request } from '../../platform/auth/request.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { needFor } from '../process-reference.ts'

/** Checks that the user may delete the history of an instance or variable. Returns null if so, otherwise a refusal. */
export function refuseForgetting(
  context: OperationContext,
  request: Request,
  thing: { readonly kind: 'instance' | 'pastVariable'; readonly id: string },
): Promise<Refusal | null> {
  const what = thing.kind === 'instance' ? 'an instance' : 'a variable'
  return needFor(context, request, 'history.delete', { thing, gone: () => nothingToForget(what) })
}

export function nothingToForget(what: string): Refusal {
  return refuse('thing.not-found', `Expected the history of ${what}, but there is none with this id.`)
}
