import type { Request } from '../../platform/auth/request.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { type Belonging, needFor } from '../belonging.ts'
import type { OperationContext } from '../operation-context.ts'

/** Checks that the user may change a job definition, or all of a process. Returns null if so, otherwise a refusal. */
export function refuseJobDefinition(
  context: OperationContext,
  request: Request,
  thing: Belonging,
): Promise<Refusal | null> {
  const gone = () => refuse('thing.not-found', 'Expected a job definition, but there is none with this id.')
  return needFor(context, request, 'instances.operate', { thing, gone })
}
