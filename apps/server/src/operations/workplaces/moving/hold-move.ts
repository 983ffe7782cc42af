import type { Database } from '../../../platform/db/database.ts'
import { type Refusal, refuse } from '../../../platform/errors/refusal.ts'

/** The right of one command to move a workplace, for as long as its connection lives. */
export interface HeldMove {
  /** @throws when it was lost, with its connection. */
  check(): Promise<void>
  release(): Promise<void>
}

/** Takes the right to move or import a workplace. Refused while another command has it. */
export async function holdMove(first: Database, workplaceId: string): Promise<HeldMove | Refusal> {
  const client = await first.pool.connect()
  // By a transaction, because a pooler gives a session to others.
  const check = async () => {
    await client.query('select')
  }
  const timer = setInterval(() => void check().catch(() => {}), keepMs)
  const release = async () => {
    clearInterval(timer)
    client.release(true)
  }
  try {
    await client.query('begin')
    const { rows } = await client.query<{ taken: boolean }>(
      `select pg_try_advisory_xact_lock(hashtextextended('millrace move ' || $1::uuid, 0)) as taken`,
      [workplaceId],
    )
    if (rows[0]?.taken === true) return { check, release }
    await release()
    return refuse('workplace.in-use', 'Expected no other command that moves or imports this workplace, but one runs.')
  } catch (error) {
    await release()
    throw error
  }
}

/** More often than servers end transactions in which nothing happens. */
const keepMs = 10_000
