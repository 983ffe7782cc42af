import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuchAuthorization, refuseAuthorization } from './policy.ts'

/** Deletes an authorization. Returns null on success, otherwise a refusal. */
export async function deleteAuthorization(
  { db }: OperationContext,
  request: Request,
  id: string,
): Promise<Refusal | null> {
  const refusal = refuseAuthorization(request.user)
  if (refusal !== null) return refusal
  const [rows] = await db.withTransaction(actorOf(request), (tx) =>
    tx.commit([
      {
        name: 'authorization_delete',
        text: 'delete from user_authorization where workplace_id = $1 and id::text = $2 returning id',
        values: [request.workplaceId, id],
      },
    ]),
  )
  return rows?.[0] === undefined ? noSuchAuthorization() : null
}
