import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { type ResultRows, type Statement, sendBatch } from './batch.ts'

/**
 * A transaction in one workplace, or across all of them on the few tables that allow it. It begins with its first batch
 * and has to be ended by `commit` or `rollback`; what is left open when its function returns is committed, when it
 * throws rolled back.
 */
export interface Tx {
  readonly [brand]: true
  /** One round trip. Results are in the order of the statements. */
  batch(statements: readonly Statement[]): Promise<ResultRows[]>
  /** The last round trip: statements and commit together. */
  commit(statements: readonly Statement[]): Promise<ResultRows[]>
  rollback(): Promise<void>
}

declare const brand: unique symbol

export interface Database {
  readonly pool: pg.Pool
  withTransaction<T>(workplaceId: string, work: (tx: Tx) => Promise<T>): Promise<T>
  /** For what spans workplaces: signing in, claiming jobs. Only tables with a platform policy show rows. */
  withPlatformTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface DatabaseOptions {
  readonly connectionString: string
  readonly maxConnections?: number
  /** The plain role to act as, when the connection's own would not be bound by row-level security. */
  readonly role?: string
}

export function openDatabase({ connectionString, maxConnections = 10, role }: DatabaseOptions): Database {
  const pool = new pg.Pool({ connectionString, max: maxConnections, options: role === undefined ? '-c timezone=UTC' : `-c timezone=UTC -c role=${role}` })
  // A connection that dies while it is idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  return {
    pool,
    withTransaction: (workplaceId, work) => transact(pool, { name: 'set_workplace', text: `select set_config('app.workplace', $1, true)`, values: [workplaceId] }, work),
    withPlatformTransaction: (work) => transact(pool, { name: 'set_platform', text: `select set_config('app.platform', 'on', true)`, values: [] }, work),
    close: () => pool.end(),
  }
}

const begin: Statement = { name: 'begin', text: 'begin', values: [] }
const commit: Statement = { name: 'commit', text: 'commit', values: [] }
const rollback: Statement = { name: 'rollback', text: 'rollback', values: [] }

async function transact<T>(pool: pg.Pool, setting: Statement, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let state: 'unopened' | 'open' | 'ended' = 'unopened'
  let fault: Error | undefined
  const send = async (statements: readonly Statement[], isLast: boolean): Promise<ResultRows[]> => {
    if (state === 'ended') throw new Error('Expected an open transaction, but it has ended.')
    const opening = state === 'unopened' ? (isLast ? [setting] : [begin, setting]) : []
    const closing = isLast && state === 'open' ? [commit] : []
    state = isLast ? 'ended' : 'open'
    try {
      const results = await sendBatch(client, [...opening, ...statements, ...closing])
      return results.slice(opening.length, opening.length + statements.length)
    } catch (error) {
      if (isLast && closing.length > 0) await sendBatch(client, [rollback])
      throw error
    }
  }
  const tx = {
    batch: (statements) => send(statements, false),
    commit: (statements) => send(statements, true),
    rollback: async () => {
      if (state === 'open') await sendBatch(client, [rollback])
      state = 'ended'
    },
  } as Tx
  try {
    const value = await work(tx)
    if ((state as string) === 'open') await tx.commit([])
    return value
  } catch (error) {
    try {
      await tx.rollback()
    } catch (rollbackError) {
      fault = rollbackError as Error
    }
    throw error
  } finally {
    client.release(fault)
  }
}

/** Kysely on a pool of its own schema type, for lists that are put together at run time. */
export function createKysely<Schema>(pool: pg.Pool): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
}
