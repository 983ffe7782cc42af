import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { carryOutForAll } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { needFor } from '../process-reference.ts'
import { noSuchProcess } from '../processes/policy.ts'
import { instanceIsOver } from './instance.ts'
import { type Modification, modificationOf } from './modify-instance.ts'
import { type InstancesOf, refuseOthers } from './of-definition.ts'

/**
 * Moves tokens of several instances of one version in the same way, of all instances or of none. Returns null on
 * success, otherwise a refusal.
 */
export async function modifyInstances(
  context: OperationContext,
  request: Request,
  { definitionId, ids, ...modification }: Modification & InstancesOf,
): Promise<Refusal | null> {
  const refusal =
    (await needFor(context, request, 'instances.operate', {
      thing: { kind: 'process', id: definitionId },
      gone: noSuchProcess,
    })) ?? (await refuseOthers(context, request, { definitionId, ids }))
  if (refusal !== null) return refusal
  return carryOutForAll(context, request, {
    by: 'instance',
    ids,
    commandFor: (id) => modificationOf(id, modification),
    gone: instanceIsOver,
  })
}
