import type { Request } from '../../platform/auth/request.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { CommitExtras } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { need } from '../rights.ts'
import { nothingToForget } from './policy.ts'

/**
 * Deletes an evaluation of a decision together with the evaluations of its required decisions. Returns null on success,
 * otherwise a refusal.
 */
export async function forgetDecision(
  { db }: OperationContext,
  request: Request,
  id: string,
  { alongside = [] }: CommitExtras = {},
): Promise<Refusal | null> {
  const refusal = need(request.user, 'history.delete')
  if (refusal !== null) return refusal
  if (!isUuid(id)) return nothingToForget('an evaluation of a decision')
  return db.withTransaction(actorOf(request), async (tx) => {
    const [gone] = await tx.batch([
      {
        name: 'history_fact_forget_decision',
        text: `delete from history_fact where workplace_id = $1 and id = $2 and kind = 'decision-evaluated' returning id`,
        values: [request.workplaceId, id],
      },
      {
        name: 'removal_time_forget_decision',
        text: 'delete from removal_time where workplace_id = $1 and subject_id = $2',
        values: [request.workplaceId, id],
      },
    ])
    if (gone?.[0] === undefined) return nothingToForget('an evaluation of a decision')
    if (alongside.length > 0) await tx.batch(alongside)
    return null
  })
}
