import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Tx } from '../../../platform/db/database.ts'
import { type Refusal, refuse } from '../../../platform/errors/refusal.ts'
import { findHeldMove, type Move, takeMove } from './move-state.ts'

/** The right of one command to change where a workplace lives, for as long as its connection lives. */
export interface HeldWorkplace {
  readonly workplaceId: string
  /** The id of this command in `workplace_move`. */
  readonly holder: string
  /** @throws when the right was lost with its connection, so that another command may have it. */
  check(): Promise<void>
  /** Makes an interrupted move, creation or import one of this command. Null: there is none. */
  take(): Promise<Move | null>
  /**
   * Changes the first database, unless another command has taken the move meanwhile.
   *
   * @throws when one has, with nothing changed.
   */
  change<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

interface Holding {
  /** The first database. */
  readonly db: Database
  readonly workplaceId: string
  /** For the audit. */
  readonly cause: string
}

/**
 * Works on a workplace while no other command moves, creates, imports, suspends or deletes it. `work` has to read the
 * data of the workplace itself, because another command may have changed data that were read earlier.
 *
 * @returns the result of `work`; a refusal while another command holds the workplace.
 */
export async function holdWorkplace<T>(
  { db, workplaceId, cause }: Holding,
  work: (held: HeldWorkplace) => Promise<T>,
): Promise<T | Refusal> {
  const client = await db.pool.connect()
  const holder = randomUUID()
  const check = async () => {
    await client.query('select')
  }
  // Otherwise poolers and PostgreSQL may end a transaction in which nothing happens.
  const timer = setInterval(() => void check().catch(() => {}), keepMs)
  try {
    // By a transaction, because a pooler gives a session to others.
    await client.query('begin')
    const { rows } = await client.query<{ taken: boolean }>(
      `select pg_try_advisory_xact_lock(hashtextextended('millrace move ' || $1::uuid, 0)) as taken`,
      [workplaceId],
    )
    if (rows[0]?.taken !== true)
      return refuse('workplace.in-use', 'Expected no other command that changes this workplace, but one runs.')
    return await work({
      ...{ workplaceId, holder, check },
      take: () => db.withPlatformTransaction(cause, (tx) => takeMove(tx, workplaceId, holder)),
      change: (change) =>
        db.withPlatformTransaction(cause, async (tx) => {
          if ((await findHeldMove(tx, workplaceId, holder)) === null)
            throw new Error('Expected the move to belong to this command, but another one has taken it.')
          return change(tx)
        }),
    })
  } finally {
    clearInterval(timer)
    // The next command may come before PostgreSQL notices that the connection has ended. A lost one is not waited for.
    await Promise.race([client.query('rollback').catch(() => {}), sleep(endMs, undefined, { ref: false })])
    client.release(true)
  }
}

/** Milliseconds. */
const keepMs = 10_000
const endMs = 1000
