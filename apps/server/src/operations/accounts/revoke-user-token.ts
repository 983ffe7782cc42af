import type { Request } from '../../platform/auth/request.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { type AccountRef, lockAccount, noSuchUser } from '../users/accounts.ts'
import { refuseUser } from '../users/policy.ts'

/** Revokes an API token of a user, which is rejected immediately. Returns null on success, otherwise a refusal. */
export async function revokeUserToken(
  { db }: OperationContext,
  request: Request,
  { ref, tokenId }: { readonly ref: AccountRef; readonly tokenId: string },
): Promise<Refusal | null> {
  const { user } = request
  const early = refuseUser(user, 'keep')
  if (early !== null) return early
  return db.withTransaction(actorOf(request), async (tx) => {
    const account = await lockAccount(tx, user, ref)
    const missing = account === null ? noSuchUser() : refuseUser(user, 'keep', account)
    if (account === null || missing !== null) return missing
    const [rows] = await tx.batch([
      {
        name: 'api_token_revoke',
        text: 'delete from api_token where workplace_id = $1 and user_id = $2 and id::text = $3 returning id',
        values: [user.workplaceId, account.id, tokenId],
      },
    ])
    return rows?.[0] === undefined
      ? refuse('thing.not-found', 'Expected an API token of this user, but there is none with this id.')
      : null
  })
}
