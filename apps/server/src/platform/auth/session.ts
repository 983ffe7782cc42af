import { randomUUID } from 'node:crypto'
import { type SignInMethod, sessionLimits } from '@millrace/contract'
import { systemActor } from '../db/actor.ts'
import type { Statement } from '../db/batch.ts'
import { livePrefix } from '../live/topics.ts'
import { isSessionAlive } from './is-session-alive.ts'
import { createToken, readToken, succeedToken } from './token.ts'
import { type AuthContext, isUserOpen, type Person, readUser, userAsJson } from './user.ts'

export interface Session {
  /** The id of the session, or of the API token. */
  readonly id: string
  /** How the caller has shown who they are: in a browser, or by an API token. */
  readonly kind: 'browser' | 'token'
  readonly user: Person
}

/** The single sign-on provider at which a session began, with its ID token. */
export interface SsoOrigin {
  readonly issuer: string
  readonly subject: string
  /** The provider's own session. */
  readonly providerSession: string | null
  /** Encrypted. */
  readonly idToken: Buffer
  /** Whether the workplace of the session is decided, so that the user need not choose one. */
  readonly isChosen: boolean
}

/** The tokens of a session that a browser gets as cookies. */
export interface SessionTokens {
  readonly sessionId: string
  readonly access: string
  readonly refresh: string
  readonly idleSeconds: number
}

/**
 * Finds the user of an access token, and records that the session is in use. Null when the session has ended.
 *
 * @param options.isQuiet the request was sent automatically, so it does not count as use.
 */
export async function findSession(
  { db, clock }: AuthContext,
  accessToken: string,
  { isQuiet = false }: { readonly isQuiet?: boolean } = {},
): Promise<Session | null> {
  const token = readToken(accessToken)
  if (token === null) return null
  const now = clock().toISOString()
  const values = [token.workplaceId, token.hash, now]
  const found = await db.lookUp(token.workplaceId, [
    // Not at every request: the row is written at most every two seconds, so that the browser, which counts from its last
    // request, does not see the session end later than the server. Nor while another look-up writes it: two that share
    // their round trips with others could wait for each other.
    ...(isQuiet
      ? []
      : [
          {
            name: 'session_touch',
            text: `update session set last_seen_at = $3 where (workplace_id, id) in (select s.workplace_id, s.id from session s
        where s.workplace_id = $1 and s.access_hash = $2 and s.access_expires_at > $3
          and s.last_seen_at < $3::timestamptz - interval '2 seconds' and ${isSessionAlive('$3')} for update skip locked)`,
            values,
          },
        ]),
    {
      name: 'session_find',
      text: `select ${userAsJson}, s.id from session s join app_user u on u.workplace_id = s.workplace_id and u.id = s.user_id
        where s.workplace_id = $1 and s.access_hash = $2 and s.access_expires_at > $3 and ${isUserOpen} and ${isSessionAlive('$3')}`,
      values,
    },
  ])
  const rows = found.at(-1)
  const user = readUser(rows)
  return user === null ? null : { id: rows?.[0]?.[1] ?? '', kind: 'browser', user }
}

/** Finds the session of a token, also an expired one, in order to end it. */
export async function findRestingSession(
  { db }: AuthContext,
  text: string,
): Promise<{ readonly id: string; readonly userId: string } | null> {
  const token = readToken(text)
  if (token === null) return null
  const { workplaceId, hash } = token
  const [rows] = await db.read({ workplaceId }, (tx) =>
    tx.batch([
      {
        name: 'session_resting',
        text: 'select id, user_id from session where workplace_id = $1 and (access_hash = $2 or refresh_hash = $2)',
        values: [workplaceId, hash],
      },
    ]),
  )
  const [id, userId] = rows?.[0] ?? []
  return id == null || userId == null ? null : { id, userId }
}

export interface SessionOptions {
  readonly user: Pick<Person, 'id' | 'workplaceId'>
  readonly userAgent?: string | null
  readonly address?: string | null
  /** Where the user signed in at a provider. */
  readonly sso?: SsoOrigin | null
  /** The kind of sign-in; missing: with a password, or at the provider. */
  readonly method?: SignInMethod
}

export async function startSession(
  { db, clock }: AuthContext,
  {
    user,
    userAgent = null,
    address = null,
    sso = null,
    method = sso === null ? 'password' : 'single-sign-on',
  }: SessionOptions,
): Promise<SessionTokens> {
  const { workplaceId } = user
  const [id, access, refresh] = [randomUUID(), createToken(workplaceId), createToken(workplaceId)]
  const now = clock()
  const [, rows] = await db.withTransaction(systemActor(workplaceId, 'session'), (tx) =>
    tx.commit([
      // Nobody comes back to these.
      {
        name: 'session_sweep',
        text: `delete from session where workplace_id = $1 and last_seen_at < $2::timestamptz - interval '1 day'`,
        values: [workplaceId, now.toISOString()],
      },
      {
        name: 'session_start',
        text: `insert into session (workplace_id, id, user_id, access_hash, access_expires_at, refresh_hash, refreshed_at, idle_seconds, last_seen_at, created_at, user_agent, address, method)
          select $1, $2, $3, $4, $5, $6, $7, coalesce((select value::int from setting where workplace_id = $1 and key = 'session.idleSeconds'), $8::int), $7, $7, $9, $10, $11
          returning idle_seconds`,
        values: [
          workplaceId,
          id,
          user.id,
          access.hash,
          accessEnd(now),
          refresh.hash,
          now.toISOString(),
          sessionLimits.idleSeconds,
          userAgent?.slice(0, 500),
          address,
          method,
        ],
      },
      ...(sso === null ? [] : [rememberOrigin(workplaceId, id, sso)]),
    ]),
  )
  return { sessionId: id, access: access.text, refresh: refresh.text, idleSeconds: Number(rows?.[0]?.[0]) }
}

function rememberOrigin(
  workplaceId: string,
  sessionId: string,
  { issuer, subject, providerSession, idToken, isChosen }: SsoOrigin,
): Statement {
  return {
    name: 'session_start_sso',
    text: `insert into sso_session (workplace_id, session_id, issuer, subject, provider_session, id_token, is_chosen) values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [workplaceId, sessionId, issuer, subject, providerSession, idToken, isChosen],
  }
}

/**
 * The result of a refresh:
 * - `renewed`: new tokens; the old ones are no longer valid. A repeated call shortly after gets the same tokens,
 *
 * because the first answer may have been lost
 *
 * - `just-renewed`: another tab refreshed a moment ago, and the browser has newer tokens
 * - `over`: the session does not exist, or no longer
 */
export type RefreshOutcome =
  | { readonly kind: 'renewed'; readonly tokens: SessionTokens }
  | { readonly kind: 'just-renewed'; readonly idleSeconds: number }
  | { readonly kind: 'over' }

/**
 * The seconds after an exchange in which the old refresh token is still accepted. A later use means that it was copied.
 */
const graceSeconds = 10

/**
 * Exchanges a refresh token for new tokens. A token that was already exchanged some time ago ends the session, because
 * two parties have it.
 *
 * @param context.secret the secret of the installation, from which the new tokens are derived.
 * @param options.isQuiet the browser refreshes automatically, which does not prolong the session.
 */
export async function refreshSession(
  { db, clock, secret }: AuthContext & { readonly secret: string },
  refreshToken: string,
  { isQuiet = false }: { readonly isQuiet?: boolean } = {},
): Promise<RefreshOutcome> {
  const token = readToken(refreshToken)
  if (token === null) return { kind: 'over' }
  const { workplaceId } = token
  const now = clock()
  const access = succeedToken(workplaceId, refreshToken, { secret, use: 'access' })
  const refresh = succeedToken(workplaceId, refreshToken, { secret, use: 'refresh' })
  const values = [workplaceId, token.hash, now.toISOString()]
  const [renewed, , known] = await db.withTransaction(systemActor(workplaceId, 'session'), (tx) =>
    tx.commit([
      {
        name: 'session_refresh',
        text: `with renewed as (
            update session s set access_hash = $4, access_expires_at = $5, refresh_hash = $6, refreshed_at = $3, last_seen_at = case when $7::boolean then s.last_seen_at else $3 end
              from app_user u where s.workplace_id = $1 and s.refresh_hash = $2 and u.workplace_id = s.workplace_id and u.id = s.user_id
              and ${isUserOpen} and ${isSessionAlive('$3')} returning s.id, s.idle_seconds),
          spent as (insert into session_spent_refresh (workplace_id, refresh_hash, session_id, spent_at) select $1, $2, id, $3 from renewed)
          select id, idle_seconds from renewed`,
        values: [...values, access.hash, accessEnd(now), refresh.hash, isQuiet],
      },
      {
        name: 'session_end_stolen',
        text: deleteSessions(`workplace_id = $1 and id = (select session_id from session_spent_refresh
          where workplace_id = $1 and refresh_hash = $2 and spent_at < $3::timestamptz - interval '${graceSeconds} seconds')`),
        values,
      },
      {
        name: 'session_just_renewed',
        text: `select s.id, s.idle_seconds, s.access_hash = $3 and s.refresh_hash = $4 from session_spent_refresh r
          join session s on s.workplace_id = r.workplace_id and s.id = r.session_id where r.workplace_id = $1 and r.refresh_hash = $2`,
        values: [workplaceId, token.hash, access.hash, refresh.hash],
      },
    ]),
  )
  const [sessionId, idleSeconds, isLast] = renewed?.[0] ?? known?.[0] ?? []
  if (sessionId == null) return { kind: 'over' }
  if (renewed?.[0] === undefined && isLast !== 't') return { kind: 'just-renewed', idleSeconds: Number(idleSeconds) }
  const tokens = { sessionId, access: access.text, refresh: refresh.text, idleSeconds: Number(idleSeconds) }
  return { kind: 'renewed', tokens }
}

/**
 * Ends the session of an access or refresh token. Does nothing for a session that has ended.
 *
 * @returns the encrypted ID token, if the session began with single sign-on; else null.
 */
export async function endSession({ db }: AuthContext, tokens: readonly (string | undefined)[]): Promise<Buffer | null> {
  let idToken: Buffer | null = null
  for (const text of tokens) {
    const token = text === undefined ? null : readToken(text)
    if (token === null) continue
    const { workplaceId, hash } = token
    const [rows] = await db.withTransaction(systemActor(workplaceId, 'session'), (tx) =>
      tx.commit([
        {
          name: 'session_end',
          text: `with ended as (delete from session where workplace_id = $1 and (access_hash = $2 or refresh_hash = $2
              or id = (select session_id from session_spent_refresh where workplace_id = $1 and refresh_hash = $2)) returning id, workplace_id)
            select encode(x.id_token, 'base64'), ${notifyEnd} from ended left join sso_session x on x.workplace_id = $1 and x.session_id = ended.id`,
          values: [workplaceId, hash],
        },
      ]),
    )
    const sealed = rows?.[0]?.[0]
    if (sealed != null) idToken = Buffer.from(sealed, 'base64')
  }
  return idToken
}

/**
 * Returns the statement that ends sessions and notifies all servers, which may have open streams of them.
 *
 * @param which condition on the rows.
 * @returns a statement that returns the id of each session.
 */
export function deleteSessions(which: string): string {
  return `with ended as (delete from session where ${which} returning id, workplace_id) select id, ${notifyEnd} from ended`
}

/**
 * SQL that notifies `topics.sessions` about the rows `ended`: one notification for all sessions that end in a
 * transaction.
 */
const notifyEnd = `pg_notify('millrace', '${livePrefix}' || ended.workplace_id || '/sessions')`

/**
 * Returns the statement that ends all sessions of a user, for example after a new password or when the account is
 * disabled.
 */
export function endSessionsOf(workplaceId: string, userId: string, keep: string | null = null): Statement {
  return {
    name: 'session_end_of_user',
    text: deleteSessions('workplace_id = $1 and user_id = $2 and id is distinct from $3::uuid'),
    values: [workplaceId, userId, keep],
  }
}

function accessEnd(now: Date): string {
  return new Date(now.getTime() + sessionLimits.accessSeconds * 1000).toISOString()
}
