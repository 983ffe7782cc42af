import type { Request } from '../../platform/auth/request.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { needFor } from '../process-reference.ts'

/**
 * Checks that the user may write variables of an instance without the forms of its process. Returns null if so,
 * otherwise a refusal.
 */
export function refuseVariables(
  context: OperationContext,
  request: Request,
  instanceId: string,
): Promise<Refusal | null> {
  const gone = () => refuse('thing.not-found', 'Expected an object with variables, but it was deleted.')
  return needFor(context, request, 'instances.operate', { thing: { kind: 'instance', id: instanceId }, gone })
}
