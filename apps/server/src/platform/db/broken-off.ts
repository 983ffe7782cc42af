import pg from 'pg'
import { refuse } from '../errors/refusal.ts'
import { type Patience, statementMs } from './patience.ts'

/** Of `query_canceled`: its time is over, or the caller has hung up. */
const cancelled = '57014'

/** Whether PostgreSQL broke a statement off. */
export function isBrokenOff(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === cancelled
}

/** The same error, or what is told to a caller where PostgreSQL broke a statement off. */
export function brokenOff(error: unknown, { kind, signal }: Patience): unknown {
  if (!isBrokenOff(error) || kind === 'job') return error
  if (signal?.aborted === true) return signal.reason
  const seconds = statementMs[kind] / 1000
  return kind === 'reading' || kind === 'history'
    ? refuse(
        'request.too-costly',
        `Expected what is read to be found within ${seconds} seconds, but it takes longer. Narrow the filter, or ask for a smaller part.`,
      )
    : refuse(
        'server.busy',
        `Expected the database to be done within ${seconds} seconds, but it was not, so nothing has changed. Try again soon.`,
      )
}

export const brokenOffMessage = `Expected each statement of a job to take at most ${statementMs.job / 1000} seconds, but one took longer, or waited so long for a lock. Look for what else works at the same instance.`
