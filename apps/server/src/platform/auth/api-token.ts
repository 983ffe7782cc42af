import { scopes } from '@millrace/contract'
import { type Assumption, createCallerMemory, revisionFor, revisionOf } from './caller-memory.ts'
import type { Session } from './session.ts'
import { readToken } from './token.ts'
import { type AuthContext, isUserOpen, readUser, type TokenRights, userAsJson } from './user.ts'

/** Finds the session of an API token; null when the token is unknown or has ended, or its user may not sign in. */
export interface FindTokenSession {
  (text: string): Promise<Session | null>
  /** Returns the cached session, for a call that checks it with its first round trip; null when there is none. */
  readonly assume: (text: string) => Assumption<Session> | null
}

/** How long what is known of a token is not read again as long as it is true: by then it is noted that it is in use. */
const knownMs = 60_000

/**
 * Creates the function that finds the sessions of API tokens. Found sessions are cached, and each call checks them by
 * the revision of the workplace.
 */
export function createTokenSessions(context: AuthContext): FindTokenSession {
  const memory = createCallerMemory<Session>(context, {
    ask: ({ workplaceId }) => ({
      name: 'api_token_revision',
      text: `select ${revisionOf} from audit_counter c where c.workplace_id = $1`,
      values: [workplaceId],
    }),
  })
  const find = async (text: string) => {
    const token = readToken(text)
    if (token === null) return null
    const key = keyOf(token)
    const known = await memory.find(key)
    if (known !== null) return known
    const found = await readSession(context, token)
    if (found === null) return null
    const { session, revision, endsAt } = found
    const until = Math.min(context.clock().getTime() + knownMs, endsAt)
    memory.keep(key, { value: session, workplaceId: token.workplaceId, revision, until })
    return session
  }
  const assume = (text: string) => {
    const token = readToken(text)
    return token === null ? null : memory.assume(keyOf(token))
  }
  return Object.assign(find, { assume })
}

function keyOf({ hash }: { readonly hash: Buffer }): string {
  return hash.toString('base64')
}

interface FoundSession {
  readonly session: Session
  readonly revision: string | null
  /** The expiry, in milliseconds since 1970. */
  readonly endsAt: number
}

async function readSession(
  { db, clock }: AuthContext,
  { workplaceId, hash }: { readonly workplaceId: string; readonly hash: Buffer },
): Promise<FoundSession | null> {
  const values = [workplaceId, hash, clock().toISOString()]
  const [, rows] = await db.lookUp(workplaceId, [
    {
      name: 'api_token_touch',
      // As of sessions: not while another look-up writes it.
      text: `update api_token set last_used_at = $3 where (workplace_id, id) in (select workplace_id, id from api_token
        where workplace_id = $1 and token_hash = $2 and (last_used_at is null or last_used_at < $3::timestamptz - interval '1 minute') for update skip locked)`,
      values,
    },
    {
      name: 'api_token_user',
      text: `select ${userAsJson}, t.id, array_to_json(t.scopes), array_to_json(t.process_keys), array_to_json(t.topics), extract(epoch from t.expires_at), ${revisionFor('t')}
          from api_token t join app_user u on u.workplace_id = t.workplace_id and u.id = t.user_id
          where t.workplace_id = $1 and t.token_hash = $2 and t.expires_at > $3 and ${isUserOpen}`,
      values,
    },
  ])
  const user = readUser(rows)
  if (user === null) return null
  const [, id, scopes, processKeys, topics, seconds, revision = null] = rows?.[0] ?? []
  return {
    session: {
      id: id ?? '',
      kind: 'token',
      user: { ...user, token: readRights({ scopes, processKeys, topics }), ...(revision !== null && { revision }) },
    },
    revision,
    endsAt: Number(seconds) * 1000,
  }
}

/** Returns a scope that is none of ours any more gives nothing. */
function readRights(columns: Record<'scopes' | 'processKeys' | 'topics', string | null | undefined>): TokenRights {
  const list = (text: string | null | undefined) => (text == null ? null : (JSON.parse(text) as string[]))
  return {
    scopes: scopes.filter((scope) => list(columns.scopes)?.includes(scope)),
    processKeys: list(columns.processKeys),
    topics: list(columns.topics),
  }
}
