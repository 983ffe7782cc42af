import { type RawBuilder, sql } from 'kysely'
import { isUnlimited, type Reach } from '../platform/auth/reach.ts'

/**
 * What a right reaches, as conditions of a query: none where it reaches everything.
 *
 * @param key the key of the process, as the query calls it.
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
