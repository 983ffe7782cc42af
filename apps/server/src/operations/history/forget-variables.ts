import type { User } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { deleteVariableHistory } from '../../runtime/history/delete-history.ts'
import type { OperationContext } from '../operation-context.ts'
import { nothingToForget, refuseForgetting } from './policy.ts'

/**
 * Forgets what the variables of an instance were. Those of a running one keep the values that they have. Null when it is
 * done.
 */
export async function forgetVariables(
  context: OperationContext,
  user: User,
  instanceId: string,
): Promise<Refusal | null> {
  const refusal = await refuseForgetting(context, user, { kind: 'instance', id: instanceId })
  if (refusal !== null) return refusal
  const [known] = await context.db.read(user, (tx) =>
    tx.batch([
      {
        name: 'instance_known',
        text: 'select id from instance where workplace_id = $1 and id = $2 union all select id from history_instance where workplace_id = $1 and id = $2 limit 1',
        values: [user.workplaceId, instanceId],
      },
    ]),
  )
  if (known?.[0] === undefined) return nothingToForget('an instance')
  await deleteVariableHistory(context.runtime, actorOf(user), instanceId)
  return null
}
