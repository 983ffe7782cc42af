import { isSessionAlive } from '../auth/is-session-alive.ts'
import { type AuthContext, isUserOpen, type Person, parseUser, userAsJson } from '../auth/user.ts'

/**
 * Reads which sessions with open streams are still valid, with their users. An open stream does not prolong a session.
 */
export async function readStreamSessions(
  { db, clock }: AuthContext,
  workplaceId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Person>> {
  const [rows = []] = await db.read({ workplaceId }, (tx) =>
    tx.batch([
      {
        name: 'session_streams',
        text: `select s.id, ${userAsJson} from session s join app_user u on u.workplace_id = s.workplace_id and u.id = s.user_id
          where s.workplace_id = $1 and s.id = any($2::uuid[]) and ${isUserOpen} and ${isSessionAlive('$3')}`,
        values: [workplaceId, [...ids], clock().toISOString()],
      },
    ]),
  )
  return new Map(rows.map(([id, person]) => [id ?? '', parseUser(person ?? '')]))
}
