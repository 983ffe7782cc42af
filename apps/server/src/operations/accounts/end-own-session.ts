import type { Request } from '../../platform/auth/request.ts'
import { deleteSessions } from '../../platform/auth/session.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuchSession, refuseAccount } from './policy.ts'

/** Ends a session of the user immediately. Returns null on success, otherwise a refusal. */
export async function endOwnSession(
  { db }: OperationContext,
  request: Request,
  sessionId: string,
): Promise<Refusal | null> {
  const { user } = request
  const refusal = refuseAccount(user)
  if (refusal !== null) return refusal
  const [rows] = await db.withTransaction(actorOf(request), (tx) =>
    tx.commit([
      {
        name: 'session_end_own',
        text: deleteSessions('workplace_id = $1 and user_id = $2 and id::text = $3'),
        values: [user.workplaceId, user.id, sessionId],
      },
    ]),
  )
  return rows?.[0] === undefined ? noSuchSession() : null
}
