import type { Request } from '../../platform/auth/request.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { needFor, type ProcessReference } from '../process-reference.ts'

/** Checks that the user may change a job definition, or all of a process. Returns null if so, otherwise a refusal. */
export function refuseJobDefinition(
  context: OperationContext,
  request: Request,
  thing: ProcessReference,
): Promise<Refusal | null> {
  const gone = () => refuse('thing.not-found', 'Expected a job definition, but there is none with this id.')
  return needFor(context, request, 'instances.operate', { thing, gone })
}
