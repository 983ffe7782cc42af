import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../../platform/db/database.ts'
import { type Refusal, refuse } from '../../../platform/errors/refusal.ts'

/**
 * Waits until no change of a closed workplace is in progress in its database: changes that began before have ended, and
 * so have claims of its jobs.
 *
 * @returns a refusal when one takes longer than `waitMs`.
 */
export async function standStill(db: Database, workplaceId: string, waitMs: number): Promise<Refusal | null> {
  const client = await db.pool.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('lock_timeout', $1, true)`, [String(waitMs)])
    await client.query(`select pg_advisory_xact_lock(hashtextextended('millrace changes ' || $1::uuid, 0))`, [
      workplaceId,
    ])
    await client.query('commit')
    // Claims change jobs of all workplaces, and take none of this one from now on.
    const find = async (among: readonly string[] | null) => {
      const { rows } = await client.query<{ id: string }>(
        `select distinct virtualtransaction as id from pg_locks
          where relation = 'job'::regclass and database = (select oid from pg_database where datname = current_database())
            and mode = 'RowExclusiveLock' and granted and ($1::text[] is null or virtualtransaction = any($1))`,
        [among],
      )
      return rows.map(({ id }) => id)
    }
    const until = Date.now() + waitMs
    for (let running = await find(null); running.length > 0; running = await find(running)) {
      if (Date.now() > until) return refuseBusy()
      await sleep(20)
    }
    return null
  } catch (error) {
    if ((error as { readonly code?: unknown } | null)?.code === '55P03') return refuseBusy()
    throw error
  } finally {
    // A transaction that is still open goes with its connection.
    client.release(true)
  }
}

function refuseBusy(): Refusal {
  return refuse(
    'workplace.in-use',
    'Expected all changes in its database to end, but one goes on. Nothing was moved. Try again later.',
  )
}
