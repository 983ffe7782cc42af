import { scopes } from '@millrace/contract'
import { systemActor } from '../db/actor.ts'
import type { Session } from './session.ts'
import { readToken } from './token.ts'
import { type AuthContext, isUserOpen, readUser, type TokenRights, userAsJson } from './user.ts'

/** Who calls with an API token, as if in a session; null when it is none of ours, has ended, or its user may not. */
export async function findTokenSession({ db, clock }: AuthContext, text: string): Promise<Session | null> {
  const token = readToken(text)
  if (token === null) return null
  const values = [token.workplaceId, token.hash, clock().toISOString()]
  const [, rows] = await db.lookUp(systemActor(token.workplaceId, 'sign-in'), [
    {
      name: 'api_token_touch',
      // As of sessions: not while another look-up writes it.
      text: `update api_token set last_used_at = $3 where (workplace_id, id) in (select workplace_id, id from api_token
        where workplace_id = $1 and token_hash = $2 and (last_used_at is null or last_used_at < $3::timestamptz - interval '1 minute') for update skip locked)`,
      values,
    },
    {
      name: 'api_token_user',
      text: `select ${userAsJson}, t.id, array_to_json(t.scopes), array_to_json(t.process_keys), array_to_json(t.topics) from api_token t join app_user u on u.workplace_id = t.workplace_id and u.id = t.user_id
          where t.workplace_id = $1 and t.token_hash = $2 and t.expires_at > $3 and ${isUserOpen}`,
      values,
    },
  ])
  const user = readUser(rows)
  if (user === null) return null
  const [, id, scopes, processKeys, topics] = rows?.[0] ?? []
  return { id: id ?? '', kind: 'token', user: { ...user, token: readRights({ scopes, processKeys, topics }) } }
}

/** A scope that is none of ours any more gives nothing. */
function readRights(columns: Record<'scopes' | 'processKeys' | 'topics', string | null | undefined>): TokenRights {
  const list = (text: string | null | undefined) => (text == null ? null : (JSON.parse(text) as string[]))
  return {
    scopes: scopes.filter((scope) => list(columns.scopes)?.includes(scope)),
    processKeys: list(columns.processKeys),
    topics: list(columns.topics),
  }
}
