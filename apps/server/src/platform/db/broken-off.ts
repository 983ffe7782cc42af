import pg from 'pg'
import { refuse } from '../errors/refusal.ts'
import type { Patience, StatementTimes } from './patience.ts'

/** Of `query_canceled`: its time is over, or the caller has hung up. */
const cancelled = '57014'

/** Returns whether PostgreSQL cancelled a statement. */
export function isBrokenOff(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === cancelled
}

/** Converts the error of a cancelled statement into the refusal for the caller; other errors stay unchanged. */
export function brokenOff(error: unknown, { kind, signal }: Patience, times: StatementTimes): unknown {
  if (!isBrokenOff(error) || kind === 'job') return error
  if (signal?.aborted === true) return signal.reason
  const seconds = times[kind] / 1000
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

export const brokenOffMessage =
  'Expected the database to be done with each statement of the job in time, but one took longer, or waited too long for others. Look for what else works at the same instance.'
