import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuchToken, refuseAccount } from './policy.ts'

/** Deletes an API token of the user, which is then rejected. Returns null on success, otherwise a refusal. */
export async function removeApiToken(
  { db }: OperationContext,
  request: Request,
  tokenId: string,
): Promise<Refusal | null> {
  const { user } = request
  const refusal = refuseAccount(user)
  if (refusal !== null) return refusal
  const [rows] = await db.withTransaction(actorOf(request), (tx) =>
    tx.commit([
      {
        name: 'api_token_remove',
        text: 'delete from api_token where workplace_id = $1 and user_id = $2 and id::text = $3 returning id',
        values: [user.workplaceId, user.id, tokenId],
      },
    ]),
  )
  return rows?.[0] === undefined ? noSuchToken() : null
}
