import { type AnswerOf, type accountCalls, sessionLimits, signInMethods } from '@millrace/contract'
import { isSessionAlive } from '../../platform/auth/is-session-alive.ts'
import type { AuthContext, Person } from '../../platform/auth/user.ts'

/**
 * Returns the sessions of a user that have not ended, the last used first.
 *
 * @param current the session of the caller.
 */
export async function listSessions(
  { db, clock }: AuthContext,
  { workplaceId, id }: Pick<Person, 'id' | 'workplaceId'>,
  current: string | null,
): Promise<AnswerOf<typeof accountCalls.sessions>> {
  const [rows = []] = await db.read({ workplaceId }, (tx) =>
    tx.batch([
      {
        name: 'session_list',
        text: `select s.id, s.created_at, s.last_seen_at, s.user_agent, s.address, s.method from session s
          where s.workplace_id = $1 and s.user_id = $2 and ${isSessionAlive('$3')} order by s.last_seen_at desc, s.id limit ${sessionLimits.sessionsShown}`,
        values: [workplaceId, id, clock().toISOString()],
      },
    ]),
  )
  return rows.map(([sessionId, createdAt, lastSeenAt, userAgent, address, method]) => ({
    id: sessionId ?? '',
    createdAt: toInstant(createdAt),
    lastSeenAt: toInstant(lastSeenAt),
    userAgent: userAgent ?? null,
    address: address ?? null,
    method: signInMethods.find((one) => one === method) ?? 'password',
    isCurrent: sessionId === current,
  }))
}

function toInstant(text: string | null | undefined): string {
  return new Date(text ?? '').toISOString()
}
