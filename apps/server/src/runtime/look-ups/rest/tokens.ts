import { randomUUID } from 'node:crypto'
import { externalLimits, type OauthClient } from '@millrace/contract'
import { sql } from 'kysely'
import type { Seal } from '../../../platform/auth/seal.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Database } from '../../../platform/db/database.ts'
import { runSql } from '../../../platform/list/sql.ts'
import type { OutgoingClient, OutgoingRequest } from '../../../platform/outgoing/http-client.ts'
import { OutgoingFailure } from '../../../platform/outgoing/outgoing-failure.ts'
import type { Opened, Reached } from './reached.ts'
import { type NewToken, readToken, tokenRequest } from './token-request.ts'

export interface TokenCall {
  readonly reached: Reached
  readonly settings: OauthClient
  readonly opened: Opened
  /** The proxy and certificates for requests of this connection. */
  readonly way: Pick<OutgoingRequest, 'proxy' | 'tls'>
  /** The time at which the token must have arrived, by `performance.now()`. */
  readonly deadline: number
  /** A token that the service has refused. */
  readonly refused: string | null
  /** Hides a token from everything that is shown. */
  readonly onSecret: (secret: string) => void
}

/**
 * Access tokens of OAuth 2 for connections. A token is used until shortly before it expires, and then renewed by one
 * server for all.
 */
export interface Tokens {
  /** @throws OutgoingFailure where there is none to be had. */
  get(call: TokenCall): Promise<string>
}

interface Statement {
  readonly name: string
  readonly text: string
  /** Behind workplace and connection. */
  readonly values: readonly (string | null)[]
}

interface Known {
  readonly token: string
  /** Milliseconds of the clock. */
  readonly until: number
}

const maxKnown = 1_000
/** For how long the others wait for the one that renews: longer than any call takes. */
const leaseMs = (externalLimits.longestSeconds + 10) * 1_000
const pollMs = 100

export function createTokens({
  db,
  outgoing,
  seal,
  clock,
}: {
  readonly db: Database
  readonly outgoing: OutgoingClient
  readonly seal: Seal
  readonly clock: () => Date
}): Tokens {
  const known = new Map<string, Known>()
  const renewals = new Map<string, Promise<Known>>()

  const isGood = ({ token, until }: Known, { refused }: TokenCall) => token !== refused && until > clock().getTime()

  const readState = async ({ reached: { workplaceId, connectionId } }: TokenCall) => {
    const [row] = await db.read({ workplaceId }, (tx) =>
      runSql<{ token: Buffer | null; until: Date | null; refresh: Buffer | null }>(
        tx,
        sql`select token_sealed as token, token_until as until, refresh_sealed as refresh from external_connection_state
          where workplace_id = ${workplaceId} and connection_id = ${connectionId}`,
      ),
    )
    return row ?? { token: null, until: null, refresh: null }
  }

  const findStored = async (call: TokenCall): Promise<Known | null> => {
    const { token, until } = await readState(call)
    const opened = token === null ? null : seal.open(token)
    if (opened === null || until === null) return null
    call.onSecret(opened)
    const stored = { token: opened, until: until.getTime() }
    return isGood(stored, call) ? stored : null
  }

  const write = async ({ reached }: TokenCall, { name, text, values }: Statement) => {
    const { workplaceId, connectionId } = reached
    const [rows] = await db.withTransaction(systemActor(workplaceId, 'token of a connection'), (tx) =>
      tx.commit([{ name, text, values: [workplaceId, connectionId, ...values] }]),
    )
    return rows ?? []
  }

  /** Whether this call is the one that renews. */
  const takeLease = async (call: TokenCall, holder: string) => {
    const now = clock()
    const rows = await write(call, {
      name: 'token_lease',
      text: `insert into external_connection_state as s (workplace_id, connection_id, renewing_by, renewing_until) values ($1, $2, $3, $4)
        on conflict (workplace_id, connection_id) do update set renewing_by = $3, renewing_until = $4
        where s.renewing_until is null or s.renewing_until <= $5 returning 1`,
      values: [holder, new Date(now.getTime() + leaseMs).toISOString(), now.toISOString()],
    })
    return rows.length > 0
  }

  const keep = (call: TokenCall, holder: string, { token, until, refreshToken }: Known & NewToken) =>
    write(call, {
      name: 'token_keep',
      text: `update external_connection_state set token_sealed = decode($4, 'hex'), token_until = $5,
        refresh_sealed = coalesce(decode($6, 'hex'), refresh_sealed), renewing_by = null, renewing_until = null
        where workplace_id = $1 and connection_id = $2 and renewing_by = $3 returning 1`,
      values: [
        holder,
        seal.close(token).toString('hex'),
        new Date(until).toISOString(),
        refreshToken === null ? null : seal.close(refreshToken).toString('hex'),
      ],
    })

  const giveUp = (call: TokenCall, holder: string) =>
    write(call, {
      name: 'token_give_up',
      text: 'update external_connection_state set renewing_by = null, renewing_until = null where workplace_id = $1 and connection_id = $2 and renewing_by = $3 returning 1',
      values: [holder],
    })

  const request = async (call: TokenCall): Promise<Known & NewToken> => {
    const { settings, opened, way, deadline } = call
    const { refresh } = await readState(call)
    const latest = refresh === null ? null : seal.open(refresh)
    const refreshToken = latest ?? opened.refreshToken
    call.onSecret(refreshToken)
    const sent = tokenRequest(settings, { secret: opened.secret, refreshToken })
    const startedAt = clock().getTime()
    const answer = await outgoing.send({
      ...sent,
      ...way,
      timeoutMs: Math.max(1, Math.round(deadline - performance.now())),
      maxBytes: externalLimits.answer,
    })
    const read = readToken(settings, answer)
    call.onSecret(read.token)
    if (read.refreshToken !== null) call.onSecret(read.refreshToken)
    const ms = read.seconds * 1_000
    return { ...read, until: startedAt + ms - Math.min(30_000, ms / 10) }
  }

  const renew = async (call: TokenCall): Promise<Known> => {
    for (const holder = randomUUID(); ; ) {
      const stored = await findStored(call)
      if (stored !== null) return stored
      if (await takeLease(call, holder)) {
        // Somebody may have renewed it between the look and the lease.
        const other = await findStored(call)
        if (other !== null) {
          await giveUp(call, holder)
          return other
        }
        try {
          const made = await request(call)
          await keep(call, holder, made)
          return made
        } catch (error) {
          await giveUp(call, holder)
          throw error
        }
      }
      if (performance.now() + pollMs > call.deadline)
        throw new OutgoingFailure('Expected a token for the service, but another request for it has not ended in time.')
      await new Promise((resolve) => setTimeout(resolve, pollMs))
    }
  }

  return {
    get: async (call) => {
      const { workplaceId, connectionId, connectionRevision } = call.reached
      const key = `${workplaceId} ${connectionId} ${connectionRevision}`
      const cached = known.get(key)
      if (cached !== undefined && isGood(cached, call)) {
        call.onSecret(cached.token)
        return cached.token
      }
      const running = renewals.get(key)
      const renewal = running ?? renew(call).finally(() => renewals.delete(key))
      renewals.set(key, renewal)
      const made = await renewal
      call.onSecret(made.token)
      known.delete(key)
      known.set(key, { token: made.token, until: made.until })
      for (const oldest of known.keys()) {
        if (known.size <= maxKnown) break
        known.delete(oldest)
      }
      return made.token
    },
  }
}
