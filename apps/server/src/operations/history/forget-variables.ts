import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { deleteVariableHistory } from '../../runtime/history/delete-history.ts'
import type { OperationContext } from '../operation-context.ts'
import { nothingToForget, refuseForgetting } from './policy.ts'

/**
 * Deletes the history of an instance's variables. Running instances keep their current values. Returns null on success,
 * otherwise a refusal.
 */
export async function forgetVariables(
  context: OperationContext,
  request: Request,
  instanceId: string,
): Promise<Refusal | null> {
  const refusal = await refuseForgetting(context, request, { kind: 'instance', id: instanceId })
  if (refusal !== null) return refusal
  const [known] = await context.db.read(request, (tx) =>
    tx.batch([
      {
        name: 'instance_known',
        text: 'select id from instance where workplace_id = $1 and id = $2 union all select id from history_instance where workplace_id = $1 and id = $2 limit 1',
        values: [request.workplaceId, instanceId],
      },
    ]),
  )
  if (known?.[0] === undefined) return nothingToForget('an instance')
  await deleteVariableHistory(context.runtime, actorOf(request), instanceId)
  return null
}
