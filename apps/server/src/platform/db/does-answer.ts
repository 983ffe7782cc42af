import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Statement, sendBatch } from './batch.ts'
import { acquire, type PoolAccess } from './pool-access.ts'

const ping: Statement = { name: 'health_ping', text: 'select 1', values: [] }

/**
 * Creates the function that returns whether the database answers within some milliseconds. If it accepts connections and
 * is silent, the connection is closed. Concurrent questions share one connection, so that they do not use up the pool.
 */
export function createDoesAnswer(access: PoolAccess): (withinMs: number) => Promise<boolean> {
  let client: pg.PoolClient | null = null
  let asked: Promise<boolean> | null = null
  const ask = async (): Promise<boolean> => {
    const acquired = await acquire(access)
    client = acquired.client
    let isSpoilt = true
    try {
      await sendBatch(acquired.client, [ping])
      isSpoilt = false
      return true
    } finally {
      client = null
      acquired.release(isSpoilt)
    }
  }
  return async (withinMs) => {
    asked ??= ask()
      .catch(() => false)
      .finally(() => {
        asked = null
      })
    const answer = await Promise.race([asked, sleep(withinMs, null, { ref: false })])
    if (answer === null && client !== null) cut(client)
    return answer === true
  }
}

/** Ends a connection without a word to the server, which may be silent for good. What waits for its answer fails. */
function cut(client: pg.PoolClient): void {
  const { connection } = client as unknown as { readonly connection: pg.Connection }
  connection.stream.destroy()
}
