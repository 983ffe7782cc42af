import type { Request } from '../../platform/auth/request.ts'
import { deleteSessions } from '../../platform/auth/session.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { type AccountRef, lockAccount, noSuchUser } from '../users/accounts.ts'
import { ownAccount } from '../users/load-account.ts'
import { refuseUser } from '../users/policy.ts'

export interface EndedSessions {
  readonly ref: AccountRef
  /** The session to end; all sessions when missing. */
  readonly sessionId?: string
  /** The session that the caller is in, which is ended by signing out. */
  readonly current: string | null
}

/**
 * Ends sessions of a user immediately.
 *
 * @returns the number of sessions.
 */
export async function endUserSessions(
  { db }: OperationContext,
  request: Request,
  { ref, sessionId, current }: EndedSessions,
): Promise<number | Refusal> {
  const { user } = request
  const early = refuseUser(user, 'keep')
  if (early !== null) return early
  if (sessionId !== undefined && !isUuid(sessionId)) return noSuchSession()
  return db.withTransaction(actorOf(request), async (tx) => {
    const account = await lockAccount(tx, user, ref)
    const missing = account === null ? noSuchUser() : refuseUser(user, 'keep', account)
    if (account === null || missing !== null) return missing ?? noSuchUser()
    if (sessionId !== undefined && sessionId === current)
      return ownAccount('Expected another session, but you are in this one. Sign out to end it.')
    const [ended = []] = await tx.batch([
      {
        name: 'session_end_of_account',
        text: deleteSessions(
          'workplace_id = $1 and user_id = $2 and ($3::uuid is null or id = $3::uuid) and id::text is distinct from $4::text',
        ),
        values: [user.workplaceId, account.id, sessionId ?? null, current],
      },
    ])
    return sessionId !== undefined && ended.length === 0 ? noSuchSession() : ended.length
  })
}

function noSuchSession(): Refusal {
  return refuse('thing.not-found', 'Expected a session of this user, but there is none with this id.')
}
