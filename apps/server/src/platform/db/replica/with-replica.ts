import type { Compilable } from 'kysely'
import type { Place } from '../actor.ts'
import type { Database } from '../database.ts'
import { hasLostDatabase } from '../has-lost-database.ts'
import type { Lag } from './measure-lag.ts'

/** A standby for callers who accept data that is some seconds old. */
export interface Replica {
  readonly db: Database
  readonly lag: Pick<Lag, 'seconds'>
}

/**
 * Returns a database that reads from its standby when the caller accepts old data and the lag of the standby is small
 * enough. Everything else goes to the primary, also when the standby fails.
 */
export function withReplica(primary: Database, { db: standby, lag }: Replica): Database {
  const isEnough = ({ maxAge = null }: Place) => maxAge !== null && lag.seconds() <= maxAge
  return {
    ...primary,
    read: async (place, work) => {
      if (!isEnough(place)) return primary.read(place, work)
      try {
        return await standby.read(place, work)
      } catch (error) {
        if (!isOfStandby(error)) throw error
        return primary.read(place, work)
      }
    },
    readInPortions: async function* <Row>(place: Place, query: Compilable<Row>, size: number) {
      if (!isEnough(place)) return yield* primary.readInPortions(place, query, size)
      let hasRows = false
      try {
        for await (const rows of standby.readInPortions(place, query, size)) {
          hasRows = true
          yield rows
        }
      } catch (error) {
        // The primary may have other rows: nobody gets half of each.
        if (hasRows || !isOfStandby(error)) throw error
        yield* primary.readInPortions(place, query, size)
      }
    },
  }
}

/**
 * Whether an error comes from a standby being one: it is away, cancelled the query because the primary removed rows that
 * it read (SQLSTATE 40001, PostgreSQL 18, 26.4.2), or does not have a table, column or function of the last migration yet
 * (42P01, 42703, 42883).
 */
function isOfStandby(error: unknown): boolean {
  const code = (error as { readonly code?: unknown } | null)?.code
  return hasLostDatabase(error) || ['40001', '42P01', '42703', '42883'].includes(String(code))
}
