import type { Request } from '../../platform/auth/request.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuchImport, refuseUserImport } from './policy.ts'

/**
 * Cancels a user import of the user. The current row is the last; imported users stay. An import that has ended stays
 * unchanged.
 */
export async function cancelUserImport(
  { db, clock }: OperationContext,
  request: Request,
  id: string,
): Promise<Refusal | null> {
  const refusal = refuseUserImport(request.user)
  if (refusal !== null) return refusal
  if (!isUuid(id)) return noSuchImport()
  const { workplaceId, id: userId } = request.user
  return db.withTransaction(actorOf(request), async (tx) => {
    const [rows] = await tx.commit([
      {
        name: 'user_import_cancel',
        text: `with own as (select id, state, position from user_import where workplace_id = $1 and id = $2 and user_id = $3 for update), ${cancelled}
          select id from own`,
        values: [workplaceId, id, userId, clock().toISOString()],
      },
    ])
    return rows?.[0] === undefined ? noSuchImport() : null
  })
}

/**
 * SQL that ends the import `own` with its `state` and `position` at the time $4. Checked results of rows that were not
 * imported are deleted, so that nobody mistakes them for imported ones.
 */
export const cancelled = `ended as (update user_import i set state = 'cancelled', ended_at = $4::timestamptz,
      new_count = case own.state when 'importing' then i.new_count else 0 end, changed_count = case own.state when 'importing' then i.changed_count else 0 end,
      same_count = case own.state when 'importing' then i.same_count else 0 end, refused_count = case own.state when 'importing' then i.refused_count else 0 end
    from own where i.workplace_id = $1 and i.id = own.id and own.state <> 'done' and own.state <> 'cancelled' returning i.id),
  forgotten as (update user_import_row r set result = null, changes = '[]', message = '' from own join ended on ended.id = own.id
    where r.workplace_id = $1 and r.import_id = own.id and r.result is not null and r.position > case own.state when 'importing' then own.position else 0 end),
  gone as (delete from job j using ended where j.workplace_id = $1 and j.id = ended.id)`
