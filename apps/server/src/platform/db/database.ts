import type { Compilable } from 'kysely'
import pg from 'pg'
import { Refusal } from '../errors/refusal.ts'
import type { Actor, Place } from './actor.ts'
import { type Query, type ResultRows, type Statement, sendBatch } from './batch.ts'
import { brokenOff } from './broken-off.ts'
import { cancelStatement } from './cancel-statement.ts'
import { createGate, type Gate, type GateOptions } from './gate.ts'
import { hasLostDatabase } from './has-lost-database.ts'
import { type Patience, statementMs, unhurried, vital } from './patience.ts'

/**
 * A transaction in one workplace, or across all of them on the few tables that allow it. It begins with its first round
 * trip and may be ended by `commit` or `rollback`. What is left open when its function returns is committed, or rolled
 * back when that returned or threw a failure.
 */
export interface Tx {
  readonly [brand]: true
  /** One round trip. Results are in the order of the statements. */
  batch(statements: readonly Statement[]): Promise<ResultRows[]>
  /** The last round trip: statements and commit together. */
  commit(statements: readonly Statement[]): Promise<ResultRows[]>
  rollback(): Promise<void>
  /** One round trip for a query made with `kysely`; rows as objects. */
  query<Row>(query: Compilable<Row>): Promise<Row[]>
  /** Several queries in one round trip, such as a page and its count. */
  queries<Rows extends readonly unknown[]>(
    ...queries: { [Index in keyof Rows]: Compilable<Rows[Index]> }
  ): Promise<{ [Index in keyof Rows]: Rows[Index][] }>
}

declare const brand: unique symbol

export interface Database {
  readonly pool: pg.Pool
  /** Writes and reads as somebody. */
  withTransaction<T>(actor: Actor, work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Reads in one workplace. Each round trip is a transaction of its own that can write nothing, so that what is read by
   * one batch takes one, and there is nothing to commit.
   */
  read<T>(place: Place, work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * For what spans workplaces: finding a workplace, claiming jobs. Only tables with a platform policy show rows.
   *
   * @param cause of the changes that are recorded: `start`, `command workplace create north`.
   */
  withPlatformTransaction<T>(cause: string, work: (tx: Tx) => Promise<T>): Promise<T>
  /** Reads what spans workplaces, as `read` does. */
  readPlatform<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Of connections and of those who wait for one. */
  counts: Gate['counts']
  close(): Promise<void>
}

export interface DatabaseOptions {
  readonly connectionString: string
  readonly maxConnections?: number
  /** How long the queue for them may become. */
  readonly queue?: Omit<GateOptions, 'size'>
  /** The plain role to act as, when the connection's own would not be bound by row-level security. */
  readonly role?: string
}

export function openDatabase({ connectionString, maxConnections = 12, queue, role }: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString,
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    options: sessionOptions(role),
    keepAlive: true,
  })
  // A connection that dies is replaced by the pool, and whoever used it gets the error; without listeners the process would end.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const gate = createGate({ size: maxConnections, ...queue })
  const ofPlatform: Lending = { pool, gate, workplaceId: null, patience: vital }
  const lendTo = ({ workplaceId, patience = unhurried }: Place): Lending => ({ pool, gate, workplaceId, patience })
  return {
    pool,
    counts: gate.counts,
    withTransaction: (actor, work) => transact(lendTo(actor), setActor(actor), work),
    read: (place, work) => readFrom(lendTo(place), setPlace(place), work),
    withPlatformTransaction: (cause, work) => transact(ofPlatform, setPlatform(cause), work),
    readPlatform: (work) => readFrom(ofPlatform, setPlatformReading, work),
    close: () => pool.end(),
  }
}

/** How long to wait for PostgreSQL to take a connection before giving up. */
const connectTimeoutMs = 10_000

/** From where a connection is lent, and to whom. */
interface Lending {
  readonly pool: pg.Pool
  readonly gate: Gate
  readonly workplaceId: string | null
  readonly patience: Patience
}

interface Lent {
  readonly client: pg.PoolClient
  /** Gives it back; one that cannot be used again is closed. */
  readonly release: (isSpoilt: boolean) => void
}

async function lend({ pool, gate, workplaceId, patience }: Lending): Promise<Lent> {
  const leave = await gate.enter({ workplaceId, patience })
  try {
    const client = await pool.connect()
    return {
      client,
      release: (isSpoilt) => {
        client.release(isSpoilt)
        leave()
      },
    }
  } catch (error) {
    leave()
    throw error
  }
}

/** Settings that every connection of ours starts with. */
export function sessionOptions(role: string | undefined): string {
  return role === undefined ? '-c timezone=UTC' : `-c timezone=UTC -c role=${role}`
}

/** One statement, in the same round trip as what comes after it. */
function setActor({ workplaceId, userId, cause, patience = unhurried }: Actor): Statement {
  return {
    name: 'set_actor',
    text: `select set_config('app.workplace', $1, true), set_config('app.user', $2, true), set_config('app.cause', $3, true), set_config('statement_timeout', $4, true)`,
    values: [workplaceId, userId ?? '', cause, timeoutOf(patience)],
  }
}

function setPlace({ workplaceId, patience = unhurried }: Place): Statement {
  return {
    name: 'set_place',
    text: `select set_config('app.workplace', $1, true), set_config('transaction_read_only', 'on', true), set_config('statement_timeout', $2, true)`,
    values: [workplaceId, timeoutOf(patience)],
  }
}

function timeoutOf({ kind }: Patience): string {
  return String(statementMs[kind])
}

function setPlatform(cause: string): Statement {
  return {
    name: 'set_platform',
    text: `select set_config('app.platform', 'on', true), set_config('app.cause', $1, true), set_config('statement_timeout', $2, true)`,
    values: [cause, String(statementMs.operating)],
  }
}

const setPlatformReading: Statement = {
  name: 'set_platform_reading',
  text: `select set_config('app.platform', 'on', true), set_config('transaction_read_only', 'on', true)`,
  values: [],
}
const begin: Statement = { name: 'begin', text: 'begin', values: [] }
const commit: Statement = { name: 'commit', text: 'commit', values: [] }
const rollback: Statement = { name: 'rollback', text: 'rollback', values: [] }

/** Takes a connection with its first round trip: what is decided before holds none. */
async function transact<T>(lending: Lending, setting: Statement, work: (tx: Tx) => Promise<T>): Promise<T> {
  const transaction = createTransaction(lending, setting)
  try {
    const value = await work(transaction.tx)
    if (value instanceof Refusal) await transaction.tx.rollback()
    else await transaction.end()
    return value
  } catch (error) {
    await transaction.tx.rollback().catch(() => {})
    throw brokenOff(error, lending.patience)
  } finally {
    transaction.release()
  }
}

/** What is being read is broken off when the caller hangs up. */
async function readFrom<T>(lending: Lending, setting: Statement, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { patience } = lending
  const { client, release } = await lend(lending)
  let isSpoilt = false
  const hangUp = () => {
    isSpoilt = true
    void cancelStatement(client)
  }
  const send: Send = async (items) => {
    patience.signal?.throwIfAborted()
    try {
      return (await sendBatch(client, [setting, ...items])).slice(1)
    } catch (error) {
      // The pool may not have noticed yet.
      isSpoilt ||= hasLostDatabase(error)
      throw error
    }
  }
  patience.signal?.addEventListener('abort', hangUp, { once: true })
  try {
    return await work(createTx({ send }))
  } catch (error) {
    throw brokenOff(error, patience)
  } finally {
    patience.signal?.removeEventListener('abort', hangUp)
    release(isSpoilt)
  }
}

interface Transaction {
  readonly tx: Tx
  /** Commits what is open. */
  readonly end: () => Promise<void>
  readonly release: () => void
}

function createTransaction(lending: Lending, setting: Statement): Transaction {
  let lent: Lent | undefined
  let state: 'unopened' | 'open' | 'failed' | 'ended' = 'unopened'

  const send: Send = async (items, isLast) => {
    if (state === 'ended' || state === 'failed') throw new Error(`Expected an open transaction, but it has ${state}.`)
    // A first batch that is also the last needs no begin and commit: it is one transaction by itself.
    const isOnly = state === 'unopened' && isLast
    const opening = state === 'unopened' ? [...(isOnly ? [] : [begin]), setting] : []
    const closing = isLast && !isOnly ? [commit] : []
    // Until the answer is here: whoever goes on after a failure would commit nothing without noticing.
    state = 'failed'
    lent ??= await lend(lending)
    const results = await sendBatch(lent.client, [...opening, ...items, ...closing])
    state = isLast ? 'ended' : 'open'
    return results.slice(opening.length, opening.length + items.length)
  }

  const rollBack = async () => {
    if (lent !== undefined && (state === 'open' || state === 'failed')) await sendBatch(lent.client, [rollback])
    state = 'ended'
  }

  return {
    tx: createTx({ send, rollback: rollBack }),
    end: async () => {
      if (state === 'failed') throw new Error('Expected the function of a failed transaction to fail, but it returned.')
      if (state === 'open') await send([], true)
      state = 'ended'
    },
    // A connection whose transaction could not be ended is not lent again.
    release: () => lent?.release(state !== 'ended'),
  }
}

type Send = (items: readonly (Statement | Query)[], isLast: boolean) => Promise<unknown[]>

function createTx({ send, rollback = async () => {} }: { send: Send; rollback?: () => Promise<void> }): Tx {
  return {
    batch: (statements) => send(statements, false),
    commit: (statements) => send(statements, true),
    rollback,
    query: async (query) => (await send([compile(query)], false))[0],
    queries: (...queries) => send(queries.map(compile), false),
  } as Tx
}

function compile(query: Compilable<unknown>): Query {
  const { sql, parameters } = query.compile()
  return { sql, parameters }
}
