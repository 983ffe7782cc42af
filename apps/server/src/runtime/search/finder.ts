import { sql } from 'kysely'
import type { Person } from '../../platform/auth/user.ts'
import { type Bound, isBeyond, keyAsText, type OrderKey, orderTerm } from '../../platform/list/keys.ts'
import { selectSql } from '../../platform/list/relation.ts'
import type { Sql } from '../../platform/list/sql.ts'

/** A search: the best matches of some terms, or a page of all matches. */
export interface SearchRequest {
  readonly terms: readonly string[]
  /** The maximum number of newest matches whose permissions are checked. */
  readonly lookedAt: number
  readonly bound: Bound | null
  readonly limit: number
}

/** The search for objects of one kind by terms. Each feature defines its own. */
export interface Finder<Item> {
  /**
   * Finds the rows that contain all terms and that the user may see, in the order of the keys, each with its key
   * values.
   */
  readonly find: (user: Person, request: SearchRequest) => Sql
  readonly keys: readonly OrderKey[]
  /** Returns the name of a row. */
  readonly textOf: (row: never) => string
  readonly present: (row: never, user: Person) => Item
}

/**
 * Returns the search request for the best matches of some terms. It reads one row more than is shown, to know whether
 * there are more.
 */
export const bestOf = (terms: readonly string[]): SearchRequest => ({ terms, lookedAt: 200, bound: null, limit: 21 })

/** Defines a finder of a search, whose row type stays internal. */
export function defineFinder<Row, Item>(finder: {
  readonly find: Finder<Item>['find']
  readonly keys: readonly OrderKey[]
  readonly textOf: (row: Row) => string
  readonly present: (row: Row, user: Person) => Item
}): Finder<Item> {
  return finder as Finder<Item>
}

const ascending = { isDescending: false, isReversed: false } as const
const descending = { isDescending: true, isReversed: false } as const

/** Returns the sort keys for the newest rows `r` first: by a time, then by id. */
export function newestFirst(moment: Sql): readonly OrderKey[] {
  return [
    { sql: moment, type: 'instant', ...descending },
    { sql: sql`r.id`, type: 'id', ...descending },
  ]
}

/** Returns the sort keys for the earliest date first, by a time of rows `r` that may be null. */
export function soonestFirst(moment: Sql): readonly OrderKey[] {
  return [
    { sql: moment, type: 'instant', isOptional: true, ...ascending },
    { sql: sql`r.id`, type: 'id', ...ascending },
  ]
}

/** Returns the requested rows `r` of a relation in the order of its keys, with the values for a mark. */
export function inOrder(rows: Sql, keys: readonly OrderKey[], { bound, limit }: SearchRequest): Sql {
  return selectSql(
    {
      columns: sql`r.*, array[${sql.join(keys.map(keyAsText))}] as list_keys`,
      from: sql`(${rows}) r`,
      where: bound === null ? [] : [isBeyond(keys, bound)],
    },
    { order: keys.map(orderTerm), limit },
  )
}
