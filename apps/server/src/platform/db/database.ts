import { type BudgetValues, defaultBudgets } from '@millrace/contract'
import type { Compilable } from 'kysely'
import pg from 'pg'
import { Refusal } from '../errors/refusal.ts'
import { noteEffect } from '../idempotency/held-keys.ts'
import type { Actor, Place } from './actor.ts'
import { type Query, type ResultRows, type Statement, sendBatch } from './batch.ts'
import { brokenOff } from './broken-off.ts'
import { cancelStatement } from './cancel-statement.ts'
import { createGate, type Gate } from './gate.ts'
import { hasLostDatabase } from './has-lost-database.ts'
import { createLookUps } from './look-ups.ts'
import { type Patience, readStatementTimes, type StatementTimes, unhurried, vital } from './patience.ts'

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
  /**
   * One round trip for a query made with `kysely`; rows as objects.
   *
   * @param name prepares it: for a text that is always the same, and finds few rows by a key.
   */
  query<Row>(query: Compilable<Row>, name?: string): Promise<Row[]>
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
   * Reads the rows of one query a few at a time, for as long as somebody takes them: however many there are, only some
   * are in memory. It holds a connection until the end, so there are as few at once as of what reads history.
   */
  readInPortions<Row>(place: Place, query: Compilable<Row>, size: number): AsyncGenerator<Row[]>
  /**
   * For what spans workplaces: finding a workplace, claiming jobs. Only tables with a platform policy show rows.
   *
   * @param cause of the changes that are recorded: `start`, `command workplace create north`.
   */
  withPlatformTransaction<T>(cause: string, work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * What every request asks first: who it is. One transaction, in a round trip that many share, by a connection that is
   * kept for it.
   */
  lookUp(actor: Actor, statements: readonly Statement[]): Promise<ResultRows[]>
  /** Reads what spans workplaces, as `read` does. */
  readPlatform<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Of connections and of those who wait for one. */
  counts: Gate['counts']
  close(): Promise<void>
}

export interface DatabaseOptions {
  readonly connectionString: string
  /** How many connections there are, how long anybody waits for one, and how long a statement may take. */
  readonly budgets?: BudgetValues
  /** The plain role to act as, when the connection's own would not be bound by row-level security. */
  readonly role?: string
}

export function openDatabase({ connectionString, budgets = defaultBudgets, role }: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString,
    max: budgets.connections,
    connectionTimeoutMillis: connectTimeoutMs,
    options: sessionOptions(role),
    keepAlive: true,
  })
  // A connection that dies is replaced by the pool, and whoever used it gets the error; without listeners the process would end.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const times = readStatementTimes(budgets)
  const gate = createGate({
    size: budgets.connections,
    waitMs: budgets.connectionWait,
    longestOfWorkplace: budgets.workplaceWaiting,
  })
  const ofPlatform: Lending = { pool, gate, times, workplaceId: null, patience: vital }
  const lookUps = createLookUps({ send: (statements) => sendAlone(ofPlatform, statements) })
  const lendTo = ({ workplaceId, patience = unhurried }: Place): Lending => ({
    pool,
    gate,
    times,
    workplaceId,
    patience,
  })
  return {
    pool,
    counts: gate.counts,
    withTransaction: (actor, work) => transact(lendTo(actor), settingOf(actor, times), work),
    read: (place, work) => readFrom(lendTo(place), setPlace(place, times), work),
    readInPortions: <Row>(place: Place, query: Compilable<Row>, size: number) => {
      const patience = { kind: 'history', signal: place.patience?.signal ?? null } as const
      const patient = { ...place, patience }
      return readInPortions<Row>(lendTo(patient), setPlace(patient, times), { query: compile(query), size })
    },
    lookUp: (actor, statements) => lookUps.ask(setActor(actor, times), statements),
    withPlatformTransaction: (cause, work) => transact(ofPlatform, [setPlatform(cause, times)], work),
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
  readonly times: StatementTimes
  readonly workplaceId: string | null
  readonly patience: Patience
}

/** One batch, which is a transaction by itself. */
async function sendAlone(lending: Lending, statements: readonly Statement[]): Promise<ResultRows[]> {
  const { client, release } = await lend(lending)
  let isSpoilt = true
  try {
    const results = await sendBatch(client, statements)
    isSpoilt = false
    return results
  } finally {
    release(isSpoilt)
  }
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

/** In the same round trip as what comes after it. */
function settingOf(actor: Actor, times: StatementTimes): Statement[] {
  const { workplaceId, holder = null } = actor
  return [setActor(actor, times), ...(holder === null ? [] : [noteEffect(workplaceId, holder)])]
}

function setActor({ workplaceId, userId, cause, patience = unhurried }: Actor, times: StatementTimes): Statement {
  return {
    name: 'set_actor',
    text: `select set_config('app.workplace', $1, true), set_config('app.user', $2, true), set_config('app.cause', $3, true), set_config('statement_timeout', $4, true)`,
    values: [workplaceId, userId ?? '', cause, String(times[patience.kind])],
  }
}

function setPlace({ workplaceId, patience = unhurried }: Place, times: StatementTimes): Statement {
  return {
    name: 'set_place',
    text: `select set_config('app.workplace', $1, true), set_config('transaction_read_only', 'on', true), set_config('statement_timeout', $2, true)`,
    values: [workplaceId, String(times[patience.kind])],
  }
}

function setPlatform(cause: string, times: StatementTimes): Statement {
  return {
    name: 'set_platform',
    text: `select set_config('app.platform', 'on', true), set_config('app.cause', $1, true), set_config('statement_timeout', $2, true)`,
    values: [cause, String(times.operating)],
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
async function transact<T>(lending: Lending, setting: readonly Statement[], work: (tx: Tx) => Promise<T>): Promise<T> {
  const transaction = createTransaction(lending, setting)
  try {
    const value = await work(transaction.tx)
    if (value instanceof Refusal) await transaction.tx.rollback()
    else await transaction.end()
    return value
  } catch (error) {
    await transaction.tx.rollback().catch(() => {})
    throw brokenOff(error, lending.patience, lending.times)
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
    throw brokenOff(error, patience, lending.times)
  } finally {
    patience.signal?.removeEventListener('abort', hangUp)
    release(isSpoilt)
  }
}

async function* readInPortions<Row>(
  lending: Lending,
  setting: Statement,
  { query: { sql, parameters }, size }: { query: Query; size: number },
): AsyncGenerator<Row[]> {
  const { patience } = lending
  const { client, release } = await lend(lending)
  const hangUp = () => void cancelStatement(client)
  patience.signal?.addEventListener('abort', hangUp, { once: true })
  // All rows are wanted in the end: a plan that is quick with the first ones only would be slow with the others.
  const planned: Statement = { name: 'plan_for_all', text: `set local cursor_tuple_fraction = 1`, values: [] }
  const declare: Query = { sql: `declare portions no scroll cursor for ${sql}`, parameters }
  const fetch: Query = { sql: `fetch ${size} from portions`, parameters: [] }
  let hasEnded = false
  try {
    let rows = (await sendBatch(client, [begin, setting, planned, declare, fetch])).at(-1) as Row[]
    while (rows.length > 0) {
      yield rows
      patience.signal?.throwIfAborted()
      rows = rows.length < size ? [] : ((await sendBatch(client, [fetch]))[0] as Row[])
    }
    await sendBatch(client, [commit])
    hasEnded = true
  } catch (error) {
    throw brokenOff(error, patience, lending.times)
  } finally {
    patience.signal?.removeEventListener('abort', hangUp)
    // Whoever takes no more rows leaves the cursor open: it ends with its connection.
    release(!hasEnded)
  }
}

interface Transaction {
  readonly tx: Tx
  /** Commits what is open. */
  readonly end: () => Promise<void>
  readonly release: () => void
}

function createTransaction(lending: Lending, setting: readonly Statement[]): Transaction {
  let lent: Lent | undefined
  let state: 'unopened' | 'open' | 'failed' | 'ended' = 'unopened'

  const send: Send = async (items, isLast) => {
    if (state === 'ended' || state === 'failed') throw new Error(`Expected an open transaction, but it has ${state}.`)
    // A first batch that is also the last needs no begin and commit: it is one transaction by itself.
    const isOnly = state === 'unopened' && isLast
    const opening = state === 'unopened' ? [...(isOnly ? [] : [begin]), ...setting] : []
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
    query: async (query, name) => (await send([compile(query, name)], false))[0],
    queries: (...queries) =>
      send(
        queries.map((query) => compile(query)),
        false,
      ),
  } as Tx
}

function compile(query: Compilable<unknown>, name?: string): Query {
  const { sql, parameters } = query.compile()
  return { sql, parameters, name }
}
