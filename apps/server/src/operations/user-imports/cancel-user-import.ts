import type { Request } from '../../platform/auth/request.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuchImport, refuseUserImport } from './policy.ts'

/**
 * Ends an import of the user: the row that is being imported is the last, and users that are imported stay. One that has
 * ended stays as it is. @returns null when it is done.
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
        text: `with own as (select id, state from user_import where workplace_id = $1 and id = $2 and user_id = $3 for update),
            ended as (update user_import i set state = 'cancelled', ended_at = $4 from own where i.workplace_id = $1 and i.id = own.id and own.state <> 'done' and own.state <> 'cancelled' returning i.id),
            gone as (delete from job j using ended where j.workplace_id = $1 and j.id = ended.id)
          select id from own`,
        values: [workplaceId, id, userId, clock().toISOString()],
      },
    ])
    return rows?.[0] === undefined ? noSuchImport() : null
  })
}
