import { deleteSessions } from '../../platform/auth/session.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { Statement } from '../../platform/db/batch.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { OperationContext } from '../operation-context.ts'

/**
 * Ends the sessions that began in one session of the single sign-on provider, or all sessions of one of its users, in
 * every workplace.
 *
 * @returns the number of ended sessions.
 */
export async function endSsoSessions(
  { db }: OperationContext,
  { issuer, subject, providerSession }: { issuer: string; subject: string | null; providerSession: string | null },
): Promise<number> {
  let query = kysely.selectFrom('sso_session').select(['workplace_id', 'session_id']).where('issuer', '=', issuer)
  if (providerSession !== null) query = query.where('provider_session', '=', providerSession)
  if (subject !== null) query = query.where('subject', '=', subject)
  // The provider tries again when a database is away, so that no session is left.
  const found = await db.readEverywhere((tx) => tx.query(query), { leavesOut: false })
  const rows = found.flat()
  for (const { workplace_id, session_id } of rows)
    await db.withTransaction(systemActor(workplace_id, 'sign-out'), (tx) =>
      tx.commit([endSessionById(workplace_id, session_id)]),
    )
  return rows.length
}

function endSessionById(workplaceId: string, sessionId: string): Statement {
  return {
    name: 'session_end_by_id',
    text: deleteSessions('workplace_id = $1 and id = $2'),
    values: [workplaceId, sessionId],
  }
}
