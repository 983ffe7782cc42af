import { type ExternalCallOrigin, type ExternalCallOutcome, externalCallLimits } from '@millrace/contract'
import type { Seal } from '../../../platform/auth/seal.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Database } from '../../../platform/db/database.ts'
import { hasLostDatabase } from '../../../platform/db/has-lost-database.ts'
import type { Parameters } from '../parameters.ts'
import { clearCalls } from './clear-calls.ts'

/** A call of an external system that has ended. Its texts contain no secrets. */
export interface LoggedCall {
  readonly workplaceId: string
  readonly connectionId: string
  readonly adapterId: string
  readonly at: Date
  readonly ms: number
  readonly origin: ExternalCallOrigin
  readonly outcome: ExternalCallOutcome
  readonly status: number | null
  readonly fault: string | null
  readonly request: string
  readonly answer: string | null
  /** The values of the call, for sending it again. */
  readonly given: GivenValues
  readonly idempotencyKey: string | null
  readonly replay: { readonly of: string; readonly by: string } | null
}

/** The values of a call, and which parts of them are secret. */
export interface GivenValues {
  readonly parameters: Parameters
  readonly secrets: readonly string[]
  /** Values of restricted variables. */
  readonly restricted?: readonly string[]
}

/** Decrypts the values of a logged call, so that it can be replayed; null when they cannot be decrypted. */
export function openGiven(seal: Seal, sealed: Buffer | null): GivenValues | null {
  const text = sealed === null ? null : seal.open(sealed)
  return text === null ? null : (JSON.parse(text) as GivenValues)
}

/** Writes calls soon after they have ended, several together, so that no call waits for its log. */
export interface CallLog {
  add(call: LoggedCall): void
  /** Writes waiting calls. If the database is unavailable, calls wait for some minutes. */
  flush(): Promise<void>
}

const flushMs = 200
/** After a lost database. */
const retryMs = 2000
/** Calls of a workplace that stays away must not take the place of others. */
const tenMinutes = 600_000
/** The maximum number of waiting entries. Beyond it, entries are dropped, and the server continues. */
const maxWaiting = 1_000
/** Characters of values that are kept for another time. */
const maxGiven = 20_000
/** Calls of one connection after which the old ones are removed. */
const trimAfter = 500

interface Waiting {
  readonly workplaceId: string
  /** The time at which it is dropped, in milliseconds of `performance.now()`. */
  readonly until: number
  readonly row: { readonly connection_id: string } & Readonly<Record<string, unknown>>
}

interface LogOptions {
  /** All databases of the installation: the workplace may have moved since the call. */
  readonly db: Database
  readonly seal: Seal
  readonly newId: () => string
  /** For how long a call is tried again, in milliseconds. */
  readonly keptMs?: number
}

export function createCallLog({ db, seal, newId, keptMs = tenMinutes }: LogOptions): CallLog {
  let waiting: Waiting[] = []
  let timer: NodeJS.Timeout | null = null
  const counts = new Map<string, number>()

  /** Shortened at once: answers can be large. */
  const toRow = (call: LoggedCall) => {
    const given = JSON.stringify(call.given)
    const { at, replay, request, answer } = call
    return {
      id: newId(),
      connection_id: call.connectionId,
      adapter_id: call.adapterId,
      at: at.toISOString(),
      ms: call.ms,
      origin: call.origin,
      outcome: call.outcome,
      status: call.status,
      fault: call.fault === null ? null : shorten(call.fault),
      request: shorten(request),
      request_bytes: Buffer.byteLength(request),
      answer: answer === null ? null : shorten(answer),
      answer_bytes: answer === null ? null : Buffer.byteLength(answer),
      given: given.length > maxGiven ? null : seal.close(given).toString('hex'),
      idempotency_key: call.idempotencyKey,
      replay_of: replay?.of ?? null,
      replayed_by: replay?.by ?? null,
    }
  }

  const write = async (workplaceId: string, calls: readonly Waiting[]) => {
    const rows = JSON.stringify(calls.map(({ row }) => row))
    await db.withTransaction(systemActor(workplaceId, 'log of calls'), (tx) =>
      tx.commit([{ name: 'external_call_add', text: insert, values: [workplaceId, rows] }]),
    )
    for (const connectionId of new Set(calls.map(({ row }) => row.connection_id))) {
      const count =
        (counts.get(connectionId) ?? 0) + calls.filter(({ row }) => row.connection_id === connectionId).length
      counts.set(connectionId, count < trimAfter ? count : 0)
      if (count >= trimAfter) await clearCalls(db, { workplaceId, connectionId })
    }
  }

  const writeWaiting = async () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const calls = waiting
    waiting = []
    const kept: Waiting[] = []
    // A connection that was removed meanwhile: the log is not worth a failure. A database that is away gets it later.
    for (const [workplaceId, own] of Map.groupBy(calls, (call) => call.workplaceId))
      await write(workplaceId, own).catch((error: unknown) => {
        if (hasLostDatabase(error)) kept.push(...own.filter(({ until }) => performance.now() < until))
      })
    if (kept.length === 0) return
    waiting = [...kept, ...waiting].slice(0, maxWaiting)
    writeIn(retryMs)
  }

  let writing: Promise<void> = Promise.resolve()
  /** One after the other, so that a stop also waits for what is being written. */
  const flush = () => {
    writing = writing.then(writeWaiting)
    return writing
  }
  const writeIn = (ms: number) => {
    timer ??= setTimeout(() => void flush(), ms).unref()
  }

  return {
    add: (call) => {
      if (waiting.length >= maxWaiting) return
      waiting.push({ workplaceId: call.workplaceId, until: performance.now() + keptMs, row: toRow(call) })
      writeIn(flushMs)
    },
    flush,
  }
}

/** A connection can be gone by now. A call can be there, where the answer to its commit was lost. */
const insert = `insert into external_call (workplace_id, id, connection_id, adapter_id, at, ms, origin, outcome, status, fault,
    request, request_bytes, answer, answer_bytes, given_sealed, idempotency_key, replay_of, replayed_by)
  select $1, c.id, c.connection_id, c.adapter_id, c.at, c.ms, c.origin, c.outcome, c.status, c.fault,
    c.request, c.request_bytes, c.answer, c.answer_bytes, decode(c.given, 'hex'), c.idempotency_key, c.replay_of, c.replayed_by
  from json_to_recordset($2::json) as c (id uuid, connection_id uuid, adapter_id uuid, at timestamptz, ms int, origin text, outcome text,
    status int, fault text, request text, request_bytes int, answer text, answer_bytes int, given text, idempotency_key text,
    replay_of uuid, replayed_by text)
  where exists (select from external_connection x where x.workplace_id = $1 and x.id = c.connection_id)
  on conflict do nothing`

/** Without what PostgreSQL keeps in no text. */
function shorten(text: string): string {
  const plain = text.replaceAll('\0', '').toWellFormed()
  return plain.length <= externalCallLimits.text ? plain : `${plain.slice(0, externalCallLimits.text).toWellFormed()}…`
}
