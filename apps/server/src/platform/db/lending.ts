import type pg from 'pg'
import { findCaller } from '../caller.ts'
import { type Query, type ResultsOf, type Statement, sendBatch } from './batch.ts'
import type { Gate } from './gate.ts'
import type { Patience, StatementTimes } from './patience.ts'

/** From where a connection is lent, and to whom. */
export interface Lending {
  readonly pool: pg.Pool
  readonly gate: Gate
  readonly times: StatementTimes
  readonly workplaceId: string | null
  readonly patience: Patience
}

/** One batch, which is a transaction by itself. */
export async function sendAlone<const Items extends readonly (Statement | Query)[]>(
  lending: Lending,
  items: Items,
): Promise<ResultsOf<Items>> {
  const { client, release } = await lend(lending)
  let isSpoilt = true
  try {
    const results = await sendBatch(client, items)
    isSpoilt = false
    return results
  } finally {
    release(isSpoilt)
  }
}

export interface Lent {
  readonly client: pg.PoolClient
  /** Gives it back; one that cannot be used again is closed. */
  readonly release: (isSpoilt: boolean) => void
}

export async function lend({ pool, gate, workplaceId, patience }: Lending): Promise<Lent> {
  const leave = await gate.enter({ workplaceId, patience, caller: findCaller() })
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
