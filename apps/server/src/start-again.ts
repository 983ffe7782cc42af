import { setTimeout as sleep } from 'node:timers/promises'
import { hasLostDatabase } from './platform/db/has-lost-database.ts'
import { reasonOf, StartFailure } from './platform/start-failure.ts'

interface Repeating {
  /** The time from the first loss to the last attempt, in milliseconds; 0: a start is not repeated. */
  readonly waitMs: number
  /** Gets a line for each new attempt. */
  readonly report: (line: string) => void
}

/**
 * Repeats a start of the server that failed because the connection to the database was lost. The start must leave
 * nothing running when it fails.
 *
 * @param start carries out the start. Its parameter is false at the first attempt, and true when an earlier attempt may
 *   have changed the database.
 * @throws StartFailure when the time is over, and every other error immediately. An unreachable database is such an
 *   error, because connecting has waited for it already.
 */
export async function startAgain<Started>(
  start: (isRepeated: boolean) => Promise<Started>,
  { waitMs, report }: Repeating,
): Promise<Started> {
  let until: number | null = null
  for (;;) {
    try {
      return await start(until !== null)
    } catch (error) {
      const loss = findLoss(error)
      if (loss === null) throw error
      until ??= Date.now() + waitMs
      if (Date.now() + pauseMs >= until) throw describe(error, loss)
      report(`The database was lost during the start: ${reasonOf(loss)}. Starting again.`)
      await sleep(pauseMs)
    }
  }
}

/** Returns the error of the database by which a start failed; null when there is none. */
function findLoss(error: unknown): unknown {
  if (hasLostDatabase(error)) return error
  // Ending the parts of the server that had started failed too.
  if (error instanceof SuppressedError) return findLoss(error.suppressed)
  return error instanceof StartFailure && error.cause !== undefined ? findLoss(error.cause) : null
}

function describe(error: unknown, loss: unknown): unknown {
  return error instanceof StartFailure
    ? error
    : new StartFailure(`Expected the database to answer until the server has started, but: ${reasonOf(loss)}.`)
}

/** Between two attempts. */
const pauseMs = 100
