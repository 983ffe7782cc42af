import type { SsoOrigin } from '../auth/session.ts'
import type { Database } from '../db/database.ts'
import { kysely } from '../db/kysely.ts'

/** Finds the provider at which a session began; null for a session with a password. */
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
