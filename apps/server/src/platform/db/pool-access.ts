import pg from 'pg'
import { findCaller } from '../caller.ts'
import { type Query, type ResultsOf, type Statement, sendBatch } from './batch.ts'
import type { Gate } from './gate.ts'
import { hasLostDatabase } from './has-lost-database.ts'
import type { Hosts } from './hosts/hosts.ts'
import type { Patience, StatementTimes } from './patience.ts'

/** The pool of a connection, and the caller who gets it. */
export interface PoolAccess {
  readonly pool: pg.Pool
  readonly hosts: Hosts
  readonly gate: Gate
  readonly times: StatementTimes
  readonly workplaceId: string | null
  readonly patience: Patience
}

/**
 * Sends one batch, which is its own transaction. After an error of a statement the connection can be used again: the
 * server has rolled back, and reads the next batch. After any other error the state of the connection is unknown.
 */
export async function sendAlone<const Items extends readonly (Statement | Query)[]>(
  access: PoolAccess,
  items: Items,
): Promise<ResultsOf<Items>> {
  const { client, release } = await acquire(access)
  let isSpoilt = false
  try {
    return await sendBatch(client, items)
  } catch (error) {
    isSpoilt = !(error instanceof pg.DatabaseError) || hasLostDatabase(error)
    throw error
  } finally {
    release(isSpoilt)
  }
}

export interface Acquired {
  readonly client: pg.PoolClient
  /** Gives it back; one that cannot be used again is closed. */
  readonly release: (isSpoilt: boolean) => void
}

export async function acquire({ pool, hosts, gate, workplaceId, patience }: PoolAccess): Promise<Acquired> {
  const leave = await gate.enter({ workplaceId, patience, caller: findCaller() })
  try {
    const client = await hosts.connect(() => takeFresh(pool, hosts))
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

/** A connection to a server that was left meanwhile is closed and not lent. */
async function takeFresh(pool: pg.Pool, hosts: Hosts): Promise<pg.PoolClient> {
  for (;;) {
    const client = await pool.connect()
    if (!hosts.isStale(client)) return client
    client.release(true)
  }
}
