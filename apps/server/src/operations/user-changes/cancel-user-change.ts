import type { Request } from '../../platform/auth/request.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuchChange, refuseUserChange } from './policy.ts'

/**
 * Cancels a change of several users. The current user is the last; users who were already changed stay changed. A
 * change that has ended stays as it is.
 */
export async function cancelUserChange(
  { db, clock }: OperationContext,
  request: Request,
  id: string,
): Promise<Refusal | null> {
  const refusal = refuseUserChange(request.user)
  if (refusal !== null) return refusal
  if (!isUuid(id)) return noSuchChange()
  const { workplaceId, id: userId } = request.user
  return db.withTransaction(actorOf(request), async (tx) => {
    const [rows] = await tx.commit([
      {
        name: 'user_change_cancel',
        text: `with own as (select id, state, position from user_change where workplace_id = $1 and id = $2 and user_id = $3 for update), ${cancelled}
          select id from own`,
        values: [workplaceId, id, userId, clock().toISOString()],
      },
    ])
    return rows?.[0] === undefined ? noSuchChange() : null
  })
}

/**
 * SQL that ends the change `own` with its `state` and `position` at the time $4. Results of the check of users who were
 * not changed are deleted, so that nobody mistakes them for changed ones.
 */
export const cancelled = `ended as (update user_change c set state = 'cancelled', ended_at = $4::timestamptz,
      done_count = case own.state when 'changing' then c.done_count else 0 end,
      changed_count = case own.state when 'changing' then c.changed_count else 0 end, same_count = case own.state when 'changing' then c.same_count else 0 end,
      refused_count = case own.state when 'changing' then c.refused_count else 0 end
    from own where c.workplace_id = $1 and c.id = own.id and own.state <> 'done' and own.state <> 'cancelled' returning c.id),
  forgotten as (update user_change_row r set result = null, added = '{}', removed = '{}', code = null, message = null from own join ended on ended.id = own.id
    where r.workplace_id = $1 and r.change_id = own.id and (own.state <> 'changing' and r.result is not null or r.result = 'changed' and r.position > own.position)),
  gone as (delete from job j using ended where j.workplace_id = $1 and j.id = ended.id)`
