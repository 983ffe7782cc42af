import type { Request } from '../../platform/auth/request.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { type DeleteOptions, deleteProcessDefinition } from '../../runtime/deploy/delete-definitions.ts'
import type { OperationContext } from '../operation-context.ts'
import { logOperation } from '../operation-log/logged-operation.ts'
import { refuseDefinition } from './policy.ts'

/**
 * Deletes one version of a process. The version before it is then the latest again. Returns null on success, otherwise
 * a refusal.
 */
export async function deleteProcess(
  context: OperationContext,
  request: Request,
  { id, ...options }: Omit<DeleteOptions, 'log'> & { readonly id: string },
): Promise<Refusal | null> {
  const refusal = await refuseDefinition(context, request, 'delete', { kind: 'process', id })
  if (refusal !== null) return refusal
  const log = logOperation(context, request, {
    ...{ operation: 'Delete', entity: 'ProcessDefinition', category: 'Operator', to: { kind: 'definition', id } },
    changes: [{ property: 'cascade', orgValue: 'false', newValue: String(options.cascade) }],
  })
  const answer = await deleteProcessDefinition(context.runtime, actorOf(request), id, { ...options, log })
  return answer.ok
    ? null
    : refuse('instance.running', `Expected a process without running instances, but there are ${answer.instances}.`, [
        { where: String(answer.instances), message: 'Running instances.' },
      ])
}
