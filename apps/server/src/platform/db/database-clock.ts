import type { Database } from './database.ts'

export interface DatabaseClock {
  /** The time by PostgreSQL's clock, without asking it each time. */
  readonly now: () => Date
  stop(): void
}

export interface DatabaseClockOptions {
  readonly everyMs?: number
  /** Milliseconds that never go back, even if this machine's clock is set back. */
  readonly ticks?: () => number
}

/**
 * Opens the clock of the product, which follows the clock of PostgreSQL: clocks of servers can differ by minutes, while
 * due dates and leases have to agree. The database is asked at intervals; between them a monotonic counter is used.
 *
 * @throws when the database does not answer at first. Later it is asked again.
 */
export async function openDatabaseClock(
  db: Pick<Database, 'readPlatform'>,
  { everyMs = 10_000, ticks = () => performance.now() }: DatabaseClockOptions = {},
): Promise<DatabaseClock> {
  const measure = async () => {
    const before = ticks()
    const [rows] = await db.readPlatform((tx) => tx.batch([readTime]))
    const time = Number(rows?.[0]?.[0])
    // The time was read at some moment between.
    return { least: time - ticks(), most: time - before }
  }
  const first = await measure()
  let begin = (first.least + first.most) / 2
  const measureAgain = async () => {
    const { least, most } = await measure()
    // What fits is kept, so that time does not go back and forth with each round trip.
    begin = Math.min(Math.max(begin, least), most)
  }
  const timer = setInterval(() => measureAgain().catch(() => {}), everyMs).unref()
  return { now: () => new Date(begin + ticks()), stop: () => clearInterval(timer) }
}

const readTime = {
  name: 'clock_read',
  text: 'select extract(epoch from clock_timestamp()) * 1000',
  values: [],
}
