import type { InstanceAction, InstanceOutcome } from '@millrace/contract'
import { doToInstance } from '../../operations/instances/do-to-instance.ts'
import type { OperationContext } from '../../operations/operation-context.ts'
import type { Request } from '../../platform/auth/request.ts'

/** Applies one action to several instances, one after the other, and returns the outcome of each. */
export async function doToInstances(
  context: OperationContext,
  request: Request,
  { action, ids }: { readonly action: InstanceAction; readonly ids: readonly string[] },
): Promise<InstanceOutcome[]> {
  const outcomes: InstanceOutcome[] = []
  for (const id of new Set(ids)) {
    const refusal = await doToInstance(context, request, { id, action })
    outcomes.push({ id, isDone: refusal === null, code: refusal?.code ?? null, message: refusal?.message ?? null })
  }
  return outcomes
}
