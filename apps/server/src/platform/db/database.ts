import { type BudgetValues, defaultBudgets } from '@millrace/contract'
import type { Compilable } from 'kysely'
import pg from 'pg'
import type { Actor, Place } from './actor.ts'
import type { ResultRows, Statement } from './batch.ts'
import { compile } from './create-tx.ts'
import { createDoesAnswer } from './does-answer.ts'
import { createGate, type Gate } from './gate.ts'
import { type Hosts, openHost } from './hosts/hosts.ts'
import { createLookUps } from './look-ups.ts'
import { readStatementTimes, unhurried, vital } from './patience.ts'
import { type PoolAccess, sendAlone } from './pool-access.ts'
import { readFrom } from './read-from.ts'
import { readInPortions } from './read-in-portions.ts'
import { setPlace, setPlatform, setPlatformReading, settingOf, setWorkplace } from './set-actor.ts'
import { createSharedCommits } from './shared-commits.ts'
import { transact } from './transact.ts'

/**
 * A transaction in one workplace, or in all workplaces, on the few tables that allow it. It begins with its first round
 * trip, and `commit` or `rollback` can end it. If it is still open when its function returns, it is committed, or
 * rolled back when the function returned or threw a failure.
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
  /**
   * Runs work in a transaction that can write.
   *
   * @param options.isShared whether the transaction may be committed together with others of the workplace, if it
   *   consists of one small batch. For frequent writes that are not audited, such as steps of instances.
   */
  withTransaction<T>(actor: Actor, work: (tx: Tx) => Promise<T>, options?: { readonly isShared: boolean }): Promise<T>
  /**
   * Reads in one workplace. Each round trip is a read-only transaction of its own, so that a batch takes one round trip
   * and needs no commit.
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
   * @param beside a workplace in whose database it is; the first database of the installation without it.
   */
  withPlatformTransaction<T>(cause: string, work: (tx: Tx) => Promise<T>, beside?: string): Promise<T>
  /**
   * Runs the look-ups at the start of a request, such as its user. They change nothing that is audited. One transaction
   * in a round trip that many requests share.
   */
  lookUp(workplaceId: string, statements: readonly Statement[], name?: string): Promise<ResultRows[]>
  /** Runs look-ups over all workplaces, which unknown callers also cause. Concurrent ones share two round trips. */
  lookUpPlatform(statements: readonly Statement[], name?: string): Promise<ResultRows[]>
  /** Reads what spans workplaces, as `read` does. */
  readPlatform<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Reads what spans workplaces in every database of the installation, and returns the result of each.
   *
   * @param options.leavesOut whether databases that do not answer have no result; else they make all of it fail.
   */
  readEverywhere<T>(work: (tx: Tx) => Promise<T>, options: { readonly leavesOut: boolean }): Promise<T[]>
  /**
   * Returns whether a workplace is known to live in the database that `withPlatformTransaction` changes: leases of its
   * jobs are there.
   */
  isHome(workplaceId: string): boolean
  /** Returns whether the database answers within some milliseconds; of several databases, the first one. */
  doesAnswer(withinMs: number): Promise<boolean>
  /** The counts of connections and of those who wait for one. */
  counts: Gate['counts']
  /** Opens all connections of the pool, before many are needed at the same time. */
  warm(): Promise<void>
  /**
   * Calls back when a connection was lost. After a fail-over the database may know less than this process remembers.
   *
   * @returns a function that ends it.
   */
  onLoss(listener: () => void): () => void
  close(): Promise<void>
}

export interface DatabaseOptions {
  readonly connectionString: string
  /** How many connections there are, how long anybody waits for one, and how long a statement may take. */
  readonly budgets?: BudgetValues
  /** The plain role to act as, when the connection's own would not be bound by row-level security. */
  readonly role?: string
  /** Where the database may be on one of several servers. */
  readonly hosts?: Hosts
  /** PostgreSQL itself where the address leads to a pooler: its loss may stay hidden behind the pooler. */
  readonly direct?: { readonly hosts?: Hosts }
  /** Whether connections that nobody uses stay open; else they end after ten seconds. */
  readonly keepsConnections?: boolean
  /** Whether transactions on a workplace that does not live here, or is being moved, fail: where there are other databases. */
  readonly refusesMoved?: boolean
}

export function openDatabase({
  connectionString,
  budgets = defaultBudgets,
  role,
  hosts = openHost(connectionString),
  direct = {},
  keepsConnections = false,
  refusesMoved = false,
}: DatabaseOptions): Database {
  const times = readStatementTimes(budgets)
  const pool = new pg.Pool({
    Client: hosts.Client,
    max: budgets.connections,
    min: keepsConnections ? budgets.connections : 0,
    connectionTimeoutMillis: connectTimeoutMs + hosts.waitMs,
    options: sessionOptions(role),
    keepAlive: true,
  })
  // A connection that dies is replaced by the pool, and whoever used it gets the error; without listeners the process would end.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', hosts.lose))
  const gate = createGate({
    size: budgets.connections,
    waitMs: budgets.connectionWait,
    longestOfWorkplace: budgets.workplaceWaiting,
  })
  const ofPlatform: PoolAccess = { pool, hosts, gate, times, workplaceId: null, patience: vital }
  const lookUps = createLookUps({ send: (statements) => sendAlone(ofPlatform, statements) })
  const platformLookUps = createLookUps({ send: (statements) => sendAlone(ofPlatform, statements) })
  const commits = createSharedCommits({ sendAlone })
  const lendTo = ({ workplaceId, patience }: Place): PoolAccess => ({
    pool,
    hosts,
    gate,
    times,
    workplaceId,
    patience: patience ?? unhurried,
  })
  return {
    pool,
    counts: gate.counts,
    withTransaction: (actor, work, { isShared } = { isShared: false }) =>
      transact(lendTo(actor), settingOf(actor, times, refusesMoved), work, isShared ? commits : null),
    read: (place, work) => readFrom(lendTo(place), setPlace(place, times), work),
    readInPortions: <Row>(place: Place, query: Compilable<Row>, size: number) => {
      const patience = { kind: 'history', signal: place.patience?.signal ?? null } as const
      const patient = { workplaceId: place.workplaceId, patience, hides: place.hides ?? null }
      return readInPortions<Row>(lendTo(patient), setPlace(patient, times), { query: compile(query), size })
    },
    lookUp: (workplaceId, statements, name) => lookUps.ask(setWorkplace(workplaceId, times), statements, name),
    lookUpPlatform: (statements, name) => platformLookUps.ask(setPlatformReading, statements, name),
    withPlatformTransaction: (cause, work) => transact(ofPlatform, [setPlatform(cause, times)], work, null),
    readPlatform: (work) => readFrom(ofPlatform, setPlatformReading, work),
    readEverywhere: async (work) => [await readFrom(ofPlatform, setPlatformReading, work)],
    isHome: () => true,
    doesAnswer: createDoesAnswer(ofPlatform),
    warm: () => openAll(pool, budgets.connections),
    onLoss: (listener) => {
      const ends = [hosts.onLoss(listener), direct.hosts?.onLoss(listener)]
      return () => {
        for (const end of ends) end?.()
      }
    },
    close: () => pool.end(),
  }
}

async function openAll(pool: pg.Pool, count: number): Promise<void> {
  const opened = await Promise.allSettled(Array.from({ length: count }, () => pool.connect()))
  // Where one could not be opened, whoever needs it is told why.
  for (const one of opened) if (one.status === 'fulfilled') one.value.release()
}

/** How long to wait for PostgreSQL to take a connection before giving up. */
const connectTimeoutMs = 10_000

/**
 * Returns the settings with which every connection starts. Parallel query processes are off, because starting them took
 * most of the time of a page with fifty rows.
 */
export function sessionOptions(role: string | undefined): string {
  const settings = '-c timezone=UTC -c max_parallel_workers_per_gather=0'
  return role === undefined ? settings : `${settings} -c role=${role}`
}
