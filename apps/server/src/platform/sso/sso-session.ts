import type { SsoOrigin } from '../auth/session.ts'
import { systemActor } from '../db/actor.ts'
import type { Statement } from '../db/batch.ts'
import type { Database } from '../db/database.ts'
import { kysely } from '../db/kysely.ts'

/** Where a session has come from; null for one that began with a password. */
export async function findSsoOrigin(
  db: Database,
  { workplaceId, sessionId }: { workplaceId: string; sessionId: string },
): Promise<SsoOrigin | null> {
  const [row] = await db.read({ workplaceId }, (tx) =>
    tx.query(
      kysely
        .selectFrom('sso_session')
        .select(['issuer', 'subject', 'provider_session', 'id_token', 'is_chosen'])
        .where('workplace_id', '=', workplaceId)
        .where('session_id', '=', sessionId),
    ),
  )
  if (row === undefined) return null
  return {
    issuer: row.issuer,
    subject: row.subject,
    providerSession: row.provider_session,
    idToken: row.id_token,
    isChosen: row.is_chosen,
  }
}

/**
 * Ends the sessions that began in one session of the provider, or all of one user there, in every workplace.
 *
 * @returns how many.
 */
export async function endSsoSessions(
  db: Database,
  { issuer, subject, providerSession }: { issuer: string; subject: string | null; providerSession: string | null },
): Promise<number> {
  const rows = await db.readPlatform((tx) => {
    let query = kysely.selectFrom('sso_session').select(['workplace_id', 'session_id']).where('issuer', '=', issuer)
    if (providerSession !== null) query = query.where('provider_session', '=', providerSession)
    if (subject !== null) query = query.where('subject', '=', subject)
    return tx.query(query)
  })
  for (const { workplace_id, session_id } of rows)
    await db.withTransaction(systemActor(workplace_id, 'sign-out'), (tx) =>
      tx.commit([endSessionById(workplace_id, session_id)]),
    )
  return rows.length
}

function endSessionById(workplaceId: string, sessionId: string): Statement {
  return {
    name: 'session_end_by_id',
    text: 'delete from session where workplace_id = $1 and id = $2',
    values: [workplaceId, sessionId],
  }
}
