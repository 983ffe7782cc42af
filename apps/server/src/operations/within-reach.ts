import { type RawBuilder, sql } from 'kysely'
import { isUnlimited, type Reach } from '../platform/auth/reach.ts'

/**
 * Returns SQL conditions that limit a query to the reach of a right; an empty list when the right covers everything.
 * @param key the expression of the process key in the query.
 */
export function withinReach(reach: Reach, key: RawBuilder<unknown>): RawBuilder<boolean>[] {
  if (isUnlimited(reach)) return []
  const keys = [...reach.keys]
  return [
    reach.isEverywhere
      ? sql<boolean>`coalesce(${key} <> all(${keys}::text[]), true)`
      : sql<boolean>`${key} = any(${keys}::text[])`,
  ]
}
