import pg from 'pg'
import { refuse } from '../errors/refusal.ts'
import type { Patience, StatementTimes } from './patience.ts'

/** The SQLSTATE `query_canceled`: the time is over, or the caller has disconnected. */
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
        `Expected an answer within ${seconds} seconds, but the query takes longer. Narrow the filter, or read a smaller part.`,
      )
    : refuse(
        'server.busy',
        `Expected the database to finish within ${seconds} seconds, but it did not. Nothing was changed. Try again later.`,
      )
}

export const brokenOffMessage =
  'Expected each statement of the job to finish in time, but one took longer, or waited too long for others. Check what else changes the same instance.'
